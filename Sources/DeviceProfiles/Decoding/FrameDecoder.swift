public import Signals

/// A frame's fields as a flat program that decodes values without allocating anything but what the columns hold.
public struct FrameDecoder: Sendable {
    /// What the frame can give, in the order of ``DecodedFrame/columns``.
    public let outputs: [FrameFormat.Output]

    /// A program for a frame of fields.
    /// - Throws: `Failure` when a setting has no scale for its value; never for a frame that ``ProfileParser`` let pass.
    public init(_ format: FrameFormat, settings: SettingValues) throws(Failure) {
        outputs = format.outputs
    }

    /// Decodes one frame, instead of what `frame` said before.
    /// - Throws: `DecodeError` for bytes that make no such frame; `frame` then says nothing of use.
    public func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        throw DecodeError(.unsupported("fields are not decoded yet"), at: 0)
    }
}
