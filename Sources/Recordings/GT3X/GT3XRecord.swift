/// The head of a record of log.bin; its payload and one byte of checksum follow.
struct GT3XRecord {
    /// Kinds of records, by the vendor's numbers.
    enum Kind: UInt8 {
        case activity = 0
        case battery = 2
        case event = 3
        case heartRate = 4
        case light = 5
        case metadata = 6
        case tag = 7
        case beatsANT = 11
        case epoch2 = 12
        case capacitance = 13
        case heartRateBLE = 14
        case epoch3 = 15
        case epoch4 = 16
        case parameters = 21
        case sensorSchema = 24
        case sensorData = 25
        case activity2 = 26
        case activity3 = 27
        case temperature = 30

        /// How the samples of an activity record are packed; nil for others.
        var packing: GT3XSamples.Packing? {
            switch self {
            case .activity: .packedYXZ
            case .activity2: .words
            case .activity3: .packedXYZ
            default: nil
            }
        }
    }

    /// The byte that every record begins with.
    static let separator: UInt8 = 0x1E
    /// Bytes before the payload.
    static let headSize = 8

    /// The number of the kind, known or not.
    var type: UInt8
    /// Seconds since 1970 on the recorder's clock.
    var second: UInt32
    /// Bytes of payload.
    var size: Int
    /// The offset of the record in log.bin.
    var offset: Int

    /// The kind; nil for an unknown one.
    var kind: Kind? { Kind(rawValue: type) }
    /// Bytes of the whole record.
    var length: Int { Self.headSize + size + 1 }
}
