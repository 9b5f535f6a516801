/// How the kernel answered a management command.
struct ManagementStatus: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt8

    static let success = ManagementStatus(rawValue: 0x00)
    static let unknownCommand = ManagementStatus(rawValue: 0x01)
    static let busy = ManagementStatus(rawValue: 0x0A)
    static let rejected = ManagementStatus(rawValue: 0x0B)
    static let notPowered = ManagementStatus(rawValue: 0x0F)
    static let invalidIndex = ManagementStatus(rawValue: 0x11)
    static let blocked = ManagementStatus(rawValue: 0x12)
    static let notPermitted = ManagementStatus(rawValue: 0x14)
    /// Not a status of the kernel: no answer came in time.
    static let silent = ManagementStatus(rawValue: 0xFF)
    /// Not a status of the kernel: the command was not sent, or the channel closed before its answer. It tells nothing of the
    /// controller.
    static let unsent = ManagementStatus(rawValue: 0xFE)
}

extension ManagementStatus: CustomStringConvertible {
    /// The status in words.
    var description: String {
        switch rawValue {
        case 0x00: "done"
        case 0x01: "unknown command"
        case 0x02: "not connected"
        case 0x03: "failed"
        case 0x04: "connection failed"
        case 0x05: "authentication failed"
        case 0x06: "not paired"
        case 0x07: "no resources"
        case 0x08: "timeout"
        case 0x09: "already connected"
        case 0x0A: "busy"
        case 0x0B: "rejected"
        case 0x0C: "not supported"
        case 0x0D: "invalid parameters"
        case 0x0E: "disconnected"
        case 0x0F: "not powered"
        case 0x10: "cancelled"
        case 0x11: "no such adapter"
        case 0x12: "blocked by rfkill"
        case 0x13: "already paired"
        case 0x14: "permission denied"
        case 0xFE: "not sent"
        case 0xFF: "no answer"
        default: "status \(rawValue)"
        }
    }
}
