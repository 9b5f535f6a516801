public import Signals

/// A decoder for frames that fields cannot describe; a profile names it, and never ships code.
///
/// A codec may keep state from frame to frame: a line that is not complete, a counter, the scale that a device told.
public protocol FrameCodec: Sendable {
    /// The name in a profile's `codec`, such as `polar-pmd`.
    static var name: String { get }
    /// A codec that has seen nothing.
    init()
    /// Decodes one value; appends to `frame` nothing, one or several columns.
    /// - Throws: `DecodeError` for bytes that make no frame; the codec goes on with the next ones.
    mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError)
    /// Forgets what came before: the link is new.
    mutating func reset()
}
