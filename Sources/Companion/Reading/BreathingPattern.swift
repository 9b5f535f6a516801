/// How to breathe: seconds in, seconds out.
public struct BreathingPattern: Hashable, Sendable {
    /// Seconds of breathing in.
    public var inhale: Double
    /// Seconds of breathing out.
    public var exhale: Double

    /// 4 s in, 6 s out: six breaths a minute.
    public static let standard = BreathingPattern(inhale: 4, exhale: 6)

    /// A pattern; nil outside of 4 to 7.5 breaths a minute, or when it is longer in than out.
    public init?(checking inhale: Double, _ exhale: Double) {
        guard inhale >= 2, exhale >= inhale, (8...15).contains(inhale + exhale) else { return nil }
        self.init(inhale: inhale, exhale: exhale)
    }

    /// A pattern written as `4-6`; nil for any other text and outside of the bounds.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let inhale = parts[0], let exhale = parts[1] else { return nil }
        self.init(checking: inhale, exhale)
    }

    private init(inhale: Double, exhale: Double) {
        self.inhale = inhale
        self.exhale = exhale
    }

    /// Patterns of whole seconds as a regular expression; parts of seconds are taken too.
    public static let expression: String = {
        var texts: [String] = []
        for inhale in 2...7 {
            for exhale in inhale...13 where (8...15).contains(inhale + exhale) { texts.append("\(inhale)-\(exhale)") }
        }
        return "^(\(texts.joined(separator: "|")))$"
    }()

    /// Seconds of one breath.
    public var cycle: Double { inhale + exhale }

    /// As `4-6`.
    public var text: String { "\(Self.short(inhale))-\(Self.short(exhale))" }

    private static func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
