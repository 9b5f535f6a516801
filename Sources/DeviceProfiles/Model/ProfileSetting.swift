/// Something that a person may choose for a device.
package struct ProfileSetting: Hashable, Sendable, Identifiable {
    /// The values that a setting may take.
    package enum Domain: Hashable, Sendable {
        /// One of these, in the order shown.
        case choices([String])
        /// A whole number within a range, in steps.
        case range(ClosedRange<Int>, step: Int)
        /// Printable ASCII of at most this length.
        case text(maximum: Int)
    }

    /// The name used in write templates and requests.
    package var id: String
    /// The label shown to people.
    package var label: String
    /// The unit of a number as a UCUM code; nil where there is none.
    package var unit: String?
    /// The values that may be chosen.
    package var domain: Domain
    /// The value when none was chosen.
    package var fallback: String

    /// Whether `value` may be chosen.
    package func allows(_ value: String) -> Bool {
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
