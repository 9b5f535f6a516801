package import Signals

/// A decoder for frames that fields cannot describe; a profile names it, and never ships code.
///
/// A codec may keep state from frame to frame: a line that is not complete, a counter, the scale that a device told.
package protocol FrameCodec: Sendable {
    /// The name in a profile's `codec`, such as `polar-pmd`.
    static var name: String { get }
    /// A codec at the start of a stream.
    init()
    /// Decodes one value; appends to `frame` nothing, one or several columns.
    /// - Throws: `DecodeError` for bytes that make no frame; the codec goes on with the next ones.
    mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError)
    /// Decodes the next frame of bytes that ``decode(_:into:)`` has taken, where one value can end several frames; to be
    /// called until it says that there is none.
    /// - Returns: whether there was one.
    /// - Throws: `DecodeError` for bytes that make no frame; there may be more behind them.
    mutating func decodeNext(into frame: inout DecodedFrame) throws(DecodeError) -> Bool
    /// Takes a figure that the device or its profile told outside of the frames; each codec documents its names and
    /// ignores others.
    mutating func set(_ name: String, to value: Double)
    /// Forgets what came before: the link is new. Figures that were set stay.
    mutating func reset()
}

extension FrameCodec {
    /// A value is one frame unless the codec says otherwise, so that nothing is left to decode.
    package mutating func decodeNext(into frame: inout DecodedFrame) throws(DecodeError) -> Bool { false }
    /// Ignores every name.
    package mutating func set(_ name: String, to value: Double) {}
}
