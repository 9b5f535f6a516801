/// The pieces in which Polar's file protocol (PSFTP) goes over a characteristic: one byte before each, of which bit 0 says
/// that it is not the first of its message, bits 1 and 2 whether more follow (3), it is the last (1) or an error code takes
/// the place of a content (0), and bits 4 to 7 count the pieces of a message (Polar BLE SDK, BlePsFtpUtils).
struct PolarFileFrames: Hashable, Sendable {
    /// What a value has brought.
    enum Reply: Hashable, Sendable {
        /// All of the content has come.
        case content([UInt8])
        /// The device's error code.
        case refused(Int)
        /// A piece was missing, or all of it was too long; what belonged to it has passed by.
        case damaged
    }

    /// What fits into one value whatever the link carries.
    static let size = 20
    /// No message is longer, in bytes.
    static let limit = 8 << 20

    private var content: [UInt8] = []
    /// The number of the piece that must come next.
    private var next: UInt8 = 0
    private var isBroken = false

    /// A message in pieces.
    static func pieces(of message: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for start in stride(from: 0, to: max(1, message.count), by: size - 1) {
            let part = message[start..<min(start + size - 1, message.count)]
            let status: UInt8 = start + size - 1 < message.count ? 0x06 : 0x02
            let number = UInt8(truncatingIfNeeded: pieces.count) & 0x0F
            pieces.append([number << 4 | status | (pieces.isEmpty ? 0 : 1)] + part)
        }
        return pieces
    }

    /// Forgets what has come of a message.
    mutating func reset() { self = PolarFileFrames() }

    /// Takes in a value; nil while more must come.
    mutating func take(_ value: [UInt8]) -> Reply? {
        guard let head = value.first else { return nil }
        let (status, number) = (head >> 1 & 3, head >> 4)
        if head & 1 == 0 {
            reset()
            next = number
        } else if number != next {
            isBroken = true
        }
        next = (number + 1) & 0x0F
        switch status {
        case 0:
            reset()
            guard value.count >= 2 else { return .damaged }
            let code = Int(value[1]) | (value.count > 2 ? Int(value[2]) << 8 : 0)
            return code == 0 ? .content([]) : .refused(code)
        case 1, 3:
            if content.count + value.count > Self.limit { (isBroken, content) = (true, []) }
            if !isBroken { content += value.dropFirst() }
            guard status == 1 else { return nil }
            defer { reset() }
            return isBroken ? .damaged : .content(content)
        default:
            isBroken = true
            return nil
        }
    }
}
