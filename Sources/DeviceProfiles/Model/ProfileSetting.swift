/// Something that a person may choose for a device.
public struct ProfileSetting: Hashable, Sendable, Identifiable {
    /// What may be chosen.
    public enum Domain: Hashable, Sendable {
        /// One of these, in order.
        case choices([String])
        /// A whole number in steps.
        case range(ClosedRange<Int>, step: Int)
        /// Printable ASCII of at most this length.
        case text(maximum: Int)
    }

    /// The name in holes and choices.
    public var id: String
    /// What a person calls it.
    public var label: String
    /// The unit of a number as a UCUM code; nil where there is none.
    public var unit: String?
    /// What may be chosen.
    public var domain: Domain
    /// What is used when nobody chose.
    public var fallback: String

    /// Whether `value` may be chosen.
    public func allows(_ value: String) -> Bool {
        switch domain {
        case .choices(let choices): return choices.contains(value)
        case .range(let range, let step):
            guard let number = Int(value), range.contains(number) else { return false }
            return (number - range.lowerBound) % step == 0
        case .text(let maximum):
            return value.utf8.count <= maximum && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }
}
