/// How to breathe: seconds in, seconds out.
package struct BreathingPattern: Hashable, Sendable {
    /// Seconds of breathing in.
    package var inhale: Double
    /// Seconds of breathing out.
    package var exhale: Double

    /// 4 s in, 6 s out: six breaths a minute.
    package static let standard = BreathingPattern(inhale: 4, exhale: 6)

    /// A pattern; nil outside of 4 to 7.5 breaths a minute, or when it is longer in than out.
    package init?(checking inhale: Double, _ exhale: Double) {
        guard inhale >= 2, exhale >= inhale, (8...15).contains(inhale + exhale) else { return nil }
        self.init(inhale: inhale, exhale: exhale)
    }

    /// A pattern written as `4-6` or `4.5-5.5`, in digits and at most three behind the point; nil for any other text and
    /// outside of the bounds.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.seconds)
        guard parts.count == 2, let inhale = parts[0], let exhale = parts[1] else { return nil }
        self.init(checking: inhale, exhale)
    }

    private init(inhale: Double, exhale: Double) {
        self.inhale = inhale
        self.exhale = exhale
    }

    /// `Double` alone would take signs, exponents and names.
    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.count <= 2, parts[0].count <= 2, parts.dropFirst().allSatisfy({ $0.count <= 3 }),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(digits.contains) })
        else { return nil }
        return Double(text)
    }

    /// Seconds of one breath.
    package var cycle: Double { inhale + exhale }

    /// As `4-6`.
    package var text: String { "\(Self.short(inhale))-\(Self.short(exhale))" }

    private static func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
