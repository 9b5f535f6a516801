/// What one epoch of 30 s was staged as.
public enum SleepStage: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing is known.
    case unknown = 0
    /// Awake.
    case awake = 1
    /// Stages N1 and N2 (AASM).
    case light = 2
    /// Stage N3.
    case deep = 3
    /// Stage R.
    case rem = 4
    /// Asleep, of unknown depth: all that movement alone can show.
    case asleep = 5

    /// The name used in tables and JSON: `unknown`, `awake`, `light`, `deep`, `rem`, `asleep`.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .awake: "awake"
        case .light: "light"
        case .deep: "deep"
        case .rem: "rem"
        case .asleep: "asleep"
        }
    }

    /// Whether it is sleep of any kind; nil when nothing can be told.
    public var isAsleep: Bool? {
        switch self {
        case .unknown: nil
        case .awake: false
        case .light, .deep, .rem, .asleep: true
        }
    }
}
