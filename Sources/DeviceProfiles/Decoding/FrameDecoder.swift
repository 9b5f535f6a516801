package import Signals
import Synchronization

/// A frame's fields as a flat program that decodes values without allocating anything but what the columns hold.
///
/// Used again and again with the same ``DecodedFrame`` it allocates nothing at all.
package struct FrameDecoder: Sendable {
    /// The most fields of one frame that others may speak of.
    static let slotCount = 24

    /// What the frame can give, in the order of ``DecodedFrame/columns``.
    package let outputs: [FrameFormat.Output]
    let operations: [FrameOperation]
    let constants: [Int64]
    let names: [String]
    let starts: BytePattern?
    private let minimum: Int
    private let maximum: Int
    private let surplus: FrameFormat.Surplus
    private let check: FrameCheck?
    private let layout: UInt64
    /// What the frame's columns are corrected by, by the names of what is kept.
    let calibrated: [(column: Int, offset: String?, gain: String?)]
    /// Whether values are kept to correct those of other frames.
    let keepsValues: Bool

    private static let layouts = Atomic<UInt64>(0)

    /// A program for a frame of fields.
    /// - Throws: `Failure` when a setting has no scale for its value; never for a frame that ``ProfileParser`` let pass.
    package init(_ format: FrameFormat, settings: SettingValues) throws(Failure) {
        var compiler = FrameCompiler(format, settings: settings)
        try compiler.compile()
        outputs = format.columns
        operations = compiler.operations
        constants = compiler.constants
        names = compiler.names
        starts = format.starts
        minimum = format.minimum
        maximum = format.maximum
        surplus = format.surplus
        check = format.check
        calibrated = format.columns.enumerated().compactMap { place, output in
            let field = format.fields.flatMap(\.withMembers).first { $0.channel == output.channel }
            return field?.calibration.map { (place, $0.offset, $0.gain) }
        }
        keepsValues = operations.contains { $0.keptName >= 0 }
        layout = Self.layouts.add(1, ordering: .relaxed).newValue
    }

    /// Decodes one frame into `frame`, replacing its contents.
    /// - Throws: `DecodeError` for bytes that make no such frame; `frame` then says nothing of use.
    package func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        prepare(&frame)
        guard bytes.byteCount >= minimum, bytes.byteCount <= maximum else { throw wrongLength(bytes.byteCount) }
        if let starts, !starts.matches(bytes) {
            throw DecodeError(.mismatch("the frame begins with other bytes"), at: starts.offset)
        }
        guard let check else { return try decode(content: bytes, into: &frame) }
        try decode(content: bytes.extracting(0..<(try check.content(of: bytes))), into: &frame)
    }

    @inline(__always)
    private func decode(content bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        let end = try run(bytes, into: &frame)
        if end < bytes.byteCount, surplus != .ignore { try leftOver(bytes.byteCount - end, at: end, into: &frame) }
    }

    /// Empties the columns, keeping those that this decoder made before.
    private func prepare(_ frame: inout DecodedFrame) {
        frame.clearMarks()
        if frame.layout == layout, frame.columns.count == outputs.count {
            for index in frame.columns.indices where !frame.columns[index].values.isEmpty {
                frame.columns[index].values.removeAll(keepingCapacity: true)
            }
        } else {
            frame.columns = outputs.map { .init($0.channel, $0.unit, axes: $0.axes.count, values: []) }
            frame.layout = layout
        }
    }

    private func wrongLength(_ count: Int) -> DecodeError {
        count < minimum
            ? DecodeError(.truncated(needed: minimum, available: count), at: 0)
            : DecodeError(.invalid("the frame is longer than \(maximum) bytes"), at: maximum)
    }

    private func leftOver(_ count: Int, at offset: Int, into frame: inout DecodedFrame) throws(DecodeError) {
        guard surplus == .remark else { throw DecodeError(.invalid("\(count) bytes belong to no field"), at: offset) }
        frame.remarks.append("\(count) bytes at the end belong to no field")
    }
}
