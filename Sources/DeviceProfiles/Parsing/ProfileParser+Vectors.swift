import Documents
import Runtime

extension ProfileParser {
    func vector(_ node: ProfileNode) -> ProfileVector? {
        let keys: Set = ["frame", "hex", "source", "settings", "expect", "refused"]
        guard let object = node.object(keys) else { return nil }
        let frame = object.required("frame")?.identifier()
        let source = object.required("source")?.text(limit: 300)
        let hex = object.required("hex")
        guard let frame, let source, let hex else { return nil }
        let bytes = hex.oneOrMore(limit: 64).compactMap { $0.bytes(limit: FrameFormat.streamBytes) }
        guard !bytes.isEmpty, object.has("expect") != object.has("refused") else {
            node.report("hex, and either expect or refused, are expected")
            return nil
        }
        var vector = ProfileVector(frame: frame, bytes: bytes, source: source, expectation: .refused)
        for (name, value) in object["settings"]?.entries(limit: 16) ?? [] { vector.settings[name] = plain(value) }
        if let expect = object["expect"] {
            guard let values = values(expect) else { return nil }
            vector.expectation = .values(values)
        } else if object["refused"]?.flag() != true {
            node.report("refused is true or absent")
        }
        return vector
    }

    private func values(_ node: ProfileNode) -> ProfileVector.Values? {
        guard let object = node.object(["channels", "texts", "sequence", "counter", "device_time_ns"]) else {
            return nil
        }
        var values = ProfileVector.Values()
        for (channel, list) in object["channels"]?.entries() ?? [] {
            values.channels[channel] = list.elements(limit: FrameFormat.maximumValues).map { element in
                element.value == .null ? nil : element.number().map { Float($0) }
            }
        }
        for (name, text) in object["texts"]?.entries() ?? [] { values.texts[name] = text.text(limit: 512) }
        values.sequence = object["sequence"]?.integer().map { UInt64(bitPattern: Int64($0)) }
        values.counter = object["counter"]?.integer().map { UInt64(bitPattern: Int64($0)) }
        values.deviceTime = object["device_time_ns"]?.integer().map { Int64($0) }
        return values
    }
}
