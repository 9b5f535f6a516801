import Signals

/// What is asked of a device over Polar's file protocol: an operation on a path behind its length in two bytes, or a query
/// by its number, of whose two bytes the highest bit is set (Polar BLE SDK, pftp_request.proto and BlePsFtpUtils).
enum PolarFileRequest: Hashable, Sendable {
    /// The content of a file, or of a folder whose path ends with a slash.
    case get(String)
    /// Takes a file away for good.
    case remove(String)
    /// Whether it records by itself, and under which name.
    case status
    /// Ends a recording.
    case stop
    /// Begins to record the heart rate each second, under a name.
    case record(String)

    var message: [UInt8] {
        switch self {
        case .get(let path): Self.operation(0, path)
        case .remove(let path): Self.operation(3, path)
        case .status: Self.query(16)
        case .stop: Self.query(15)
        case .record(let name):
            Self.query(14) + ProtocolBuffer.field(1, 1) + ProtocolBuffer.content(2, ProtocolBuffer.field(3, 1))
                + ProtocolBuffer.content(3, Array(name.utf8))
        }
    }

    private static func operation(_ command: Int, _ path: String) -> [UInt8] {
        let content = ProtocolBuffer.field(1, command) + ProtocolBuffer.content(2, Array(path.utf8))
        return [UInt8(content.count & 0xFF), UInt8(content.count >> 8 & 0x7F)] + content
    }

    private static func query(_ number: UInt8) -> [UInt8] { [number, 0x80] }

    /// What an error code means, as the end of a sentence (pftp_error.proto).
    static func words(_ code: Int) -> String {
        switch code {
        case 1: "it starts anew"
        case 2, 202, 208: "it is busy"
        case 101, 201: "it does not know the request"
        case 103: "it has no such file"
        case 106: "it does not permit it now"
        case 203, 204: "what it holds is damaged"
        case 205: "its memory is full"
        case 209: "its battery is too low"
        default: "it gives error \(code)"
        }
    }

    /// There is no such file or folder.
    static let missing = 103
    /// What was asked for cannot be done in this state, such as ending what has ended.
    static let notPermitted = 106
    /// The device records, and hands nothing over meanwhile.
    static let busy = 202
}

/// What a device says of its own recording (pftp_response.proto, PbRequestRecordingStatusResult).
struct PolarRecordingStatus: Hashable, Sendable {
    /// Whether it records.
    var isOn = false
    /// The name under which it does.
    var name = ""

    /// Reads an answer.
    /// - Throws: `DecodeError` for bytes that are none.
    init(_ content: [UInt8]) throws(DecodeError) {
        var reader = ProtocolBufferReader(content[...])
        while let (field, value) = try reader.next() {
            switch field {
            case 1: isOn = value.number ?? 0 != 0
            case 2: name = String(decoding: (value.content ?? []).prefix(64), as: UTF8.self)
            default: break
            }
        }
    }
}
