import Signals

extension ProfileParser {
    enum Bus { case bluetooth, usb }

    func writes(_ node: ProfileNode?, bus: Bus) -> [ProfileWrite] {
        node?.elements(limit: 32).compactMap { write($0, bus: bus) } ?? []
    }

    func write(_ node: ProfileNode) -> ProfileWrite? { write(node, bus: .bluetooth) }

    func write(_ node: ProfileNode, bus: Bus) -> ProfileWrite? {
        var keys: Set = ["bytes", "text", "pad", "checksum", "when", "wait_ms", "optional", "expect"]
        if bus == .bluetooth {
            keys.formUnion(["characteristic", "service", "withResponse", "split", "for", "after_handover"])
        }
        guard let object = node.object(keys) else { return nil }
        let template = template(object)
        let uuid = bus == .bluetooth ? object.required("characteristic")?.uuid() : nil
        guard let template, bus == .usb || uuid != nil else { return nil }
        var write = ProfileWrite(template: template)
        if bus == .bluetooth {
            write.characteristic = uuid ?? ""
            write.service = object["service"]?.uuid()
            write.mayBeSplit = object["split"]?.flag() ?? false
            write.withResponse = object["withResponse"]?.flag() ?? true
            write.isAfterHandover = object["after_handover"]?.flag() ?? false
            let streams = object["for"]?.oneOrMore(limit: 16).compactMap { $0.identifier() } ?? []
            write.streams = Set(streams.map(Channel.init(rawValue:)))
        }
        write.answer = object["expect"].flatMap(answer)
        write.waitMilliseconds = object["wait_ms"]?.integer(0...60_000) ?? 0
        write.isOptional = object["optional"]?.flag() ?? false
        if let when = object["when"]?.object(["setting", "is"]) {
            let setting = when.required("setting")?.identifier()
            let values = when.required("is")
            guard let setting, let values else { return write }
            write.condition = .init(setting: setting, values: values.oneOrMore().compactMap(plain))
        }
        return write
    }

    private func answer(_ node: ProfileNode) -> ProfileWrite.Answer? {
        guard let object = node.object(["characteristic", "starts", "within_ms"]),
            let starts = object.required("starts").flatMap(bytePattern)
        else { return nil }
        return ProfileWrite.Answer(
            characteristic: object["characteristic"]?.uuid(), starts: starts,
            withinMilliseconds: object["within_ms"]?.integer(1...60_000) ?? 5000)
    }

    private func template(_ object: ProfileObject) -> WriteTemplate? {
        guard object.has("bytes") != object.has("text") else {
            object.report("either bytes or text is expected")
            return nil
        }
        guard let node = object["bytes"] ?? object["text"], let text = node.text(limit: 2048) else { return nil }
        guard let parts = parts(text, isHexadecimal: object.has("bytes"), node) else { return nil }
        let template = WriteTemplate(
            parts: parts, paddedLength: object["pad"]?.integer(1...FrameFormat.attributeBytes),
            checksum: object["checksum"]?.word(WriteTemplate.Checksum.self))
        return template
    }

    /// The fixed bytes and the placeholders, such as `${rate:u16}`, of a template.
    private func parts(_ text: String, isHexadecimal: Bool, _ node: ProfileNode) -> [WriteTemplate.Part]? {
        var parts: [WriteTemplate.Part] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let fixed = rest.prefix { $0 != "$" }
            rest = rest.dropFirst(fixed.count)
            if isHexadecimal {
                guard let bytes = HexText.bytes(String(fixed)) else {
                    node.report("“\(fixed)” is not pairs of hexadecimal digits")
                    return nil
                }
                if !bytes.isEmpty { parts.append(.bytes(bytes)) }
            } else if !fixed.isEmpty {
                parts.append(.bytes(Array(fixed.utf8)))
            }
            guard !rest.isEmpty else { break }
            guard rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") else {
                node.report("a hole looks like ${rate:u16}")
                return nil
            }
            let words = rest[..<end].dropFirst(2).split(separator: ":", omittingEmptySubsequences: false)
            guard words.count == 2, !words[0].isEmpty, let form = WriteTemplate.Form(rawValue: String(words[1])) else {
                let forms = WriteTemplate.Form.allCases.map(\.rawValue).joined(separator: ", ")
                node.report("a hole looks like ${rate:u16}; forms are \(forms)")
                return nil
            }
            let names = words[0].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            if form.isClock, names != ["now"] {
                node.report("\(form.rawValue) is a form of now alone")
            }
            parts.append(.hole(names: names, form: form))
            rest = rest[rest.index(after: end)...]
        }
        return parts
    }
}
