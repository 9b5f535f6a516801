import DeviceProfiles
import Documents
import Runtime
import Signals

/// `nightjar profiles decode`.
enum ProfilesDecodeCommand: Command {
    static let name = "profiles decode"
    static let summary = "Decode bytes that a wearable sent"
    static let operands = ["PROFILE", "FRAME"]
    static let options = [
        Option(
            "--hex", "BYTES", "the bytes in hexadecimal digits; several values one after the other with commas between"),
        Option("--set", "NAME=VALUE", "settings other than the defaults, with commas between"),
        Option.json,
    ]
    static let examples = [
        "nightjar profiles decode sig.heart-rate heart-rate --hex 163c1104 --json",
        "nightjar profiles decode openmovement.wax9 motion --hex 0100000000000040000000000000000000000000 --set range=2",
    ]
    static let discussion = """
        PROFILE is a name of `nightjar profiles list`, or a file; FRAME is one of its frames. Values that the device says it
        does not have are null. Exit code 1 when the bytes are no such frame.
        """

    static func run(_ arguments: Arguments) async throws {
        let profile = try ProfileTarget.profile(arguments.operands[0])
        let name = arguments.operands[1]
        let settings = try SettingValues(profile, choices: choices(arguments))
        var decoder = try ProfileDecoder(profile, settings: settings)
        guard let place = decoder.index(of: name) else {
            let known = profile.frames.map(\.id).joined(separator: ", ")
            throw Failure(.notFound, "\(profile.id) has no frame “\(name)”; it has \(known).")
        }
        guard let text = arguments.value("--hex") else { throw arguments.usage("--hex is needed.") }
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map { HexText.bytes(String($0)) }
        var frames: [DecodedFrame] = []
        for (index, bytes) in values.enumerated() {
            guard let bytes else { throw arguments.usage("--hex needs pairs of hexadecimal digits.") }
            var frame = DecodedFrame()
            do throws(DecodeError) {
                try decoder.decode(alone: bytes.span.bytes, as: place, into: &frame)
                if index == values.count - 1 || !frame.isSilent { frames.append(frame) }
                while try decoder.decodeNext(as: place, into: &frame) { frames.append(frame) }
            } catch {
                throw Failure(.failed, "These bytes are no “\(name)”: \(error).")
            }
        }
        if arguments.has("--json") {
            try Output.line(document(profile, name, frames).string)
        } else {
            for frame in frames { try print(frame) }
        }
    }

    private static func choices(_ arguments: Arguments) throws -> [String: String] {
        var choices: [String: String] = [:]
        for pair in arguments.value("--set")?.split(separator: ",") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw arguments.usage("--set needs NAME=VALUE.") }
            choices[parts[0]] = parts[1]
        }
        return choices
    }

    /// One object for one frame; where several came out of the values, the rest is in `more`.
    private static func document(_ profile: DeviceProfile, _ name: String, _ frames: [DecodedFrame]) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.field("profile", profile.id)
            json.field("frame", name)
            write(frames.first ?? DecodedFrame(), profile, name, &json)
            if frames.count > 1 {
                json.array("more") { json in
                    for frame in frames.dropFirst() { json.object { write(frame, profile, name, &$0) } }
                }
            }
        }
        return json
    }

    private static func write(
        _ frame: DecodedFrame, _ profile: DeviceProfile, _ name: String, _ json: inout JSONText
    ) {
        let outputs = profile.frame(name)?.outputs ?? []
        json.array("channels") { json in
            for column in frame.columns where !column.values.isEmpty {
                let axes = outputs.first { $0.channel == column.channel }?.axes ?? []
                json.object { json in
                    json.field("name", column.channel.rawValue)
                    json.field("unit", column.unit.rawValue)
                    if column.axes > 1, axes.count == column.axes { json.array("axes", axes) }
                    json.field("samples", column.count)
                    json.array("values") { json in
                        for index in 0..<column.count {
                            if column.axes == 1 {
                                json.value(number(column.values[index]))
                            } else {
                                json.array { json in
                                    for axis in 0..<column.axes {
                                        json.value(number(column.values[index * column.axes + axis]))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        json.field("sequence", frame.sequence.flatMap { Int(exactly: $0) })
        json.field("counter", frame.counter.flatMap { Int(exactly: $0) })
        json.field("device_time_ns", frame.deviceTime.map { Int($0) })
        if !frame.sampleTimes.isEmpty {
            json.array("sample_times_ns") { json in for time in frame.sampleTimes { json.value(Int(time)) } }
        }
        json.object("texts") { json in
            for (key, text) in frame.texts.sorted(by: { $0.key < $1.key }) { json.field(key, text) }
        }
        json.array("remarks", frame.remarks)
    }

    /// The exact number where a dozen digits hold it, else the double whose text is the shortest of the float.
    private static func number(_ value: Float) -> Double? {
        guard value.isFinite else { return nil }
        let exact = Double(value)
        return exact.description.utf8.count <= 14 ? exact : Double(value.description)
    }

    private static func print(_ frame: DecodedFrame) throws {
        for column in frame.columns where !column.values.isEmpty {
            let samples = (0..<column.count).map { index in
                let values = column.values[(index * column.axes)..<((index + 1) * column.axes)]
                let words = values.map { $0.isNaN ? "none" : $0.description }
                return column.axes == 1 ? words[0] : "(\(words.joined(separator: ", ")))"
            }
            try Output.line("\(column.channel.rawValue) [\(column.unit.rawValue)]: \(samples.joined(separator: ", "))")
        }
        for (key, text) in frame.texts.sorted(by: { $0.key < $1.key }) { try Output.line("\(key): \(text)") }
        if let sequence = frame.sequence { try Output.line("sequence: \(sequence)") }
        if let counter = frame.counter { try Output.line("counter: \(counter)") }
        if let time = frame.deviceTime { try Output.line("device time: \(time) ns") }
        for remark in frame.remarks { Output.note(remark) }
    }
}
