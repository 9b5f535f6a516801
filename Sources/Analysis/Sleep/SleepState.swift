/// What one epoch of a night was scored as. Motion alone tells sleep from wake and nothing finer.
public enum SleepState: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing was recorded.
    case unknown = 0
    /// Scored as wake.
    case awake = 1
    /// Scored as sleep.
    case asleep = 2
    /// The recorder was not on the body.
    case notWorn = 3

    /// The name used in JSON and in exports: `unknown`, `awake`, `asleep`, `not_worn`.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .awake: "awake"
        case .asleep: "asleep"
        case .notWorn: "not_worn"
        }
    }

    /// The state of the given ``name``; nil for any other text.
    public init?(name: some StringProtocol) {
        guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = state
    }
}
