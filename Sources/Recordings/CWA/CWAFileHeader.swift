public import Signals

/// What the header of an Axivity file says of the recorder and its setup, for programs that set recorders up and check
/// copies. Decoding does not need it.
public struct CWAFileHeader: Hashable, Sendable {
    /// Bytes of a header; data begin behind it.
    public static let size = CWAHeader.size

    /// The recorder's number.
    public var number: UInt32
    /// `AX3` or `AX6`.
    public var model: String
    /// The firmware's version.
    public var firmware: Int
    /// The session number.
    public var session: UInt32
    /// The code of rate and range.
    public var rateCode: UInt8
    /// When it was to begin: `always`, `never` or a wall time.
    public var start: String
    /// When it was to end, in the same form.
    public var stop: String
    /// When it was last set up, by its own clock; nil when it never was.
    public var lastChange: CivilTime?
    /// Notes by key, url-decoded.
    public var notes: [String: String]

    /// Reads a header.
    /// - Throws: `DecodeError` unless `bytes` begin with a whole one.
    public init(_ bytes: [UInt8]) throws(DecodeError) {
        let header = try CWAHeader(bytes)
        number = header.device
        model = header.model
        firmware = Int(header.firmware)
        session = header.session
        rateCode = header.rate.code
        start = header.start.description
        stop = header.stop.description
        lastChange = header.lastChange.civilTime
        notes = Dictionary(header.annotations.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
