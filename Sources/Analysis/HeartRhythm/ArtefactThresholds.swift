/// Constants of the artefact detection of Lipponen & Tarvainen, "A robust algorithm for heart rate variability time
/// series artefact correction using novel beat classification", J Med Eng Technol 2019.
enum ArtefactThresholds {
    /// Beats over which the spread is taken, centred on the beat.
    static let window = 91
    /// Beats that must follow one before its window is complete.
    static let settlingBeats = 45
    /// Beats on each side in the running median of 11.
    static let medianReach = 5
    /// The factor of the quartile deviation (Lipponen & Tarvainen 2019).
    static let alpha = 5.2
    /// Slope of the line that bounds displaced beats.
    static let slope = 0.13
    /// Intercept of the line of ``slope``.
    static let intercept = 0.17
    /// The least threshold, in ms. Sources on a grid of 1/128 s or coarser may have a quartile deviation of zero, and in
    /// a calm rhythm one deep breath would stand out: of 381 undisturbed stretches of 300 beats, 20 ms mark 12 beats
    /// each and 40 ms 3, and every beat that was put in, left out or moved is found with either.
    static let least = 40.0
    /// Fewer beats than this show no spread worth comparing with.
    static let fewest = 12
    /// Intervals outside this range, in ms, cannot even be twice or half of a heart beat.
    static let measurable = 100.0...4000.0
    /// Intervals that a heart can have, in ms; others are labelled implausible.
    static let plausible = 300.0...2000.0
}
