/// What a Movesense sensor can be subscribed to. The reference that the host chooses for a subscription comes back with
/// its data, so each stream has a fixed one: its letter.
package enum MovesenseStream: UInt8, Hashable, Sendable, CaseIterable {
    case acceleration = 0x41  // A
    case gyroscope = 0x47  // G
    case magnetometer = 0x4D  // M
    case motion6 = 0x49  // I
    case motion9 = 0x4E  // N
    case ecg = 0x45  // E
    case heartRate = 0x48  // H
    case temperature = 0x54  // T

    /// Whether a payload of so many bytes is whole: a time and whole samples.
    func isWhole(_ count: Int) -> Bool {
        switch self {
        case .acceleration, .gyroscope, .magnetometer: count >= 16 && (count - 4).isMultiple(of: 12)
        case .motion6: count >= 28 && (count - 4).isMultiple(of: 24)
        case .motion9: count >= 40 && (count - 4).isMultiple(of: 36)
        case .ecg: count >= 6 && (count - 4).isMultiple(of: 2)
        case .heartRate: count >= 4 && count.isMultiple(of: 2)
        case .temperature: count == 8
        }
    }
}
