public import Signals

/// The live way from beats and movement to readings, for one person: feed it what comes, in the order of time, and
/// ask by ``tick(at:)``. It has no clock of its own, so the same data and ticks give the same readings.
public struct LiveAnalysis: Sendable {
    /// What is known right after a beat, before its label is final.
    public struct BeatReading: Hashable, Sendable {
        /// The beat with its provisional label.
        public var beat: Beat
        /// The windows that end with it.
        public var window: HeartWindow
    }

    private var rhythm: HeartRhythm
    private let tolerance: Double
    private var motion = MotionLevel()
    private var index: LoadIndex
    private let formula: LoadFormula
    /// Whether the wearer allows no movement to be recorded.
    public var isMotionRefused = false
    private var lastGrid: Int64?
    /// How the person reads now; nil while nobody does.
    public var reading: ReadingBehaviour?

    private static let grid: Int64 = 10_000_000_000

    /// A live analysis without history.
    /// - Parameters:
    ///   - tolerance: see ``BeatLabeler/init(tolerance:)``.
    ///   - baseline: of the person's earlier sessions.
    ///   - formula: how the load is computed.
    public init(tolerance: Double = 10, baseline: LoadBaseline? = nil, formula: LoadFormula = .heart) {
        self.tolerance = tolerance
        self.formula = formula
        rhythm = HeartRhythm(tolerance: tolerance)
        index = LoadIndex(stored: baseline, formula: formula)
    }

    /// The baseline of this session, to be stored for the next; nil before 2 minutes of data.
    public var baseline: LoadBaseline? { index.baseline }

    /// Starts over for another person, who has put the sensor on.
    /// - Parameter baseline: of that person's earlier sessions.
    public mutating func changePerson(baseline: LoadBaseline?) {
        index = LoadIndex(stored: baseline, formula: formula)
    }

    /// Says how the person usually reads, before the first of a session's ``reading``.
    public mutating func begin(reading usual: UsualReading) { index.begin(reading: usual) }

    /// Starts the states of the load over: see ``LoadIndex/beginWords()``.
    public mutating func beginWords() { index.beginWords() }

    /// Goes on with the words for the load: see ``LoadIndex/resumeWords(from:saidAt:)``.
    public mutating func resumeWords(from state: LoadReading.State, saidAt time: Instant) {
        index.resumeWords(from: state, saidAt: time)
    }

    /// Takes a beat; allocates nothing once the buffers are filled.
    public mutating func receive(beat time: Instant, rr: Double) -> BeatReading {
        let beat = label(beat: time, rr: rr)
        return BeatReading(beat: beat, window: rhythm.window(at: time))
    }

    /// Takes a beat and returns it with its provisional label; the windows are for ``window(at:)``, once for several beats.
    public mutating func label(beat time: Instant, rr: Double) -> Beat { rhythm.receive(time: time, rr: rr) }

    /// The next beat whose label is final, in order; nil when none is ready. To be drained after each beat.
    public mutating func nextSettled() -> Beat? { rhythm.nextSettled() }

    /// Takes a heart rate that the device computed, per minute.
    public mutating func receive(heartRate: Double, at time: Instant) {
        rhythm.receive(heartRate: heartRate, at: time)
    }

    /// Takes acceleration in g; other channels are ignored.
    public mutating func receive(motion batch: SampleBatch) { motion.append(batch) }

    /// Takes one sample of acceleration, in g.
    public mutating func receive(motion sample: SIMD3<Double>, at time: Instant) {
        motion.append(x: sample.x, y: sample.y, z: sample.z, at: time)
    }

    /// Takes the mean acceleration, in g, of the second that begins `second` seconds after 1970.
    public mutating func receive(motionMean x: Double, _ y: Double, _ z: Double, second: Int64) {
        motion.append(mean: x, y, z, second: second)
    }

    /// Reports whether the sensor touches the skin.
    public mutating func receive(contact: Bool, at time: Instant) { rhythm.receive(contact: contact, at: time) }

    /// Silences the load until 2 minutes after ``endBreathing(at:)``.
    public mutating func beginBreathing() { index.beginBreathing() }

    /// Ends a breathing exercise.
    public mutating func endBreathing(at time: Instant) { index.endBreathing(at: time) }

    /// The load reading that is due at `time`: one for each multiple of 10 s since 1970, at the first tick at or after
    /// it; after a pause, only the newest. nil when none is due.
    public mutating func tick(at time: Instant) -> LoadReading? {
        let remainder = (time.nanoseconds % Self.grid + Self.grid) % Self.grid
        let due = time.advanced(byNanoseconds: -remainder).nanoseconds
        // A clock that was put back by more than a few ticks begins a new grid.
        if let lastGrid, due <= lastGrid, lastGrid &- due <= 6 * Self.grid { return nil }
        lastGrid = due
        return load(at: Instant(nanoseconds: due))
    }

    /// The windows that end at `time`, for a display between beats.
    public mutating func window(at time: Instant) -> HeartWindow { rhythm.window(at: time) }

    /// Whether the windows that end at `time` have intervals between beats.
    public func hasIntervals(at time: Instant) -> Bool { rhythm.hasIntervals(at: time) }

    /// Uses nothing of the heart any more that has come so far, nor the load that it gave; to be called when its beats
    /// are settled.
    public mutating func forgetHeart() {
        rhythm = HeartRhythm(tolerance: tolerance)
        index.forgetLoad()
    }

    /// Uses nothing of the movement any more that has come so far.
    public mutating func forgetMotion() { motion = MotionLevel() }

    /// Settles the labels of all beats: the session has ended.
    public mutating func finish() { rhythm.finish() }

    private mutating func load(at time: Instant) -> LoadReading {
        var features = LoadFeatures(
            rhythm.window(at: time), steady: rhythm.steadyRate(at: time),
            motion: isMotionRefused ? .refused : motion.feature(at: time))
        features.reading = reading
        return index.update(features)
    }
}
