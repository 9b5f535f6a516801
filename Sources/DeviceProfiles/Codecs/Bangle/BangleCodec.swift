import Documents
import Runtime
package import Signals

/// The JSON lines of a Bangle.js watch among whatever else its console prints, codec `bangle-json`.
///
/// Understood are `{"t":"act",...}` and `{"t":"status",...}` as the watch's own link sends them, and the raw samples of the
/// start script of the shipped profile, `{"t":"nj","n":sequence,"ms":clock,"a":[x,y,z,...]}` in 1/8192 g, with the device
/// time at the *last* sample. Other lines are console noise and say nothing.
package struct BangleCodec: FrameCodec {
    /// The codec's name in profiles.
    package static let name = "bangle-json"

    private var lines = LineAssembler(limit: 2048)

    /// A codec at the start of a stream.
    package init() {}

    /// Takes a piece of a line and decodes the first line that it ends.
    package mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        lines.append(bytes)
        _ = try decodeNext(into: &frame)
    }

    /// Decodes the next complete line; false when none with values is left.
    package mutating func decodeNext(into frame: inout DecodedFrame) throws(DecodeError) -> Bool {
        while let line = lines.next() {
            // A prompt or the code of a key may stand before the line.
            guard let start = line.firstIndex(of: UInt8(ascii: "{")),
                let message = (try? JSONValue(parsing: Array(line[start...])))?.object
            else { continue }
            Self.fill(&frame, message)
            if !frame.columns.isEmpty { return true }
        }
        return false
    }

    /// Discards an incomplete line.
    package mutating func reset() { lines.reset() }

    private static func fill(_ frame: inout DecodedFrame, _ message: [String: JSONValue]) {
        switch message["t"]?.string {
        case "act":
            if let rate = number(message["hrm"]), rate > 0 {
                frame.columns.append(.init(.heartRate, .perMinute, values: [rate]))
            }
            if let steps = number(message["stp"]) { frame.columns.append(.init(.steps, .count, values: [steps])) }
        case "status":
            if let charge = number(message["bat"]), (0...100).contains(charge) {
                frame.columns.append(.init(.batteryLevel, .percent, values: [charge]))
            }
        case "nj": samples(&frame, message)
        default: break
        }
    }

    private static func samples(_ frame: inout DecodedFrame, _ message: [String: JSONValue]) {
        guard case .array(let axes)? = message["a"], !axes.isEmpty, axes.count.isMultiple(of: 3) else { return }
        let values = axes.compactMap(number)
        guard values.count == axes.count else { return frame.remarks.append("a value that is no number") }
        frame.columns.append(.init(.acceleration, .standardGravity, axes: 3, values: values.map { $0 / 8192 }))
        frame.sequence = message["n"]?.number.flatMap { UInt64(exactly: $0) }
        frame.deviceTime = message["ms"]?.number.flatMap { milliseconds in
            // To the microsecond: a double holds no more of a time since 1970.
            Int64(exactly: (milliseconds * 1000).rounded()).flatMap {
                let (time, overflow) = $0.multipliedReportingOverflow(by: 1000)
                return overflow ? nil : time
            }
        }
    }

    private static func number(_ value: JSONValue?) -> Float? {
        value?.number.map { Float($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
