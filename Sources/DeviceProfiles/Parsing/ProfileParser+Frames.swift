import Documents
import Runtime
import Signals

extension ProfileParser {
    private static let frameKeys: Set<String> = [
        "endian", "min", "max", "starts", "rate", "surplus", "fields", "codec", "gives", "sequence", "counter",
        "device_time",
    ]

    func frame(_ key: String, _ node: ProfileNode) -> FrameFormat? {
        let keyNode = ProfileNode(value: .string(key), path: node.path, problems: problems)
        guard let id = keyNode.identifier(), let object = node.object(Self.frameKeys) else { return nil }
        var frame = FrameFormat(id: id)
        let isBigEndian = isBig(object["endian"]) ?? false
        frame.minimum = object["min"]?.integer(0...FrameFormat.streamBytes) ?? 0
        frame.maximum = object["max"]?.integer(1...FrameFormat.streamBytes) ?? FrameFormat.attributeBytes
        if frame.minimum > frame.maximum { node.report("min must not be above max") }
        frame.starts = object["starts"].flatMap(bytePattern)
        frame.rate = object["rate"].flatMap(rate)
        frame.surplus = object["surplus"]?.word(FrameFormat.Surplus.self) ?? .remark
        frame.codec = object["codec"]?.identifier()
        if let sequence = object["sequence"]?.object(["modulo"]) {
            frame.sequenceModulo = sequence.required("modulo")?.integer(2...Int.max).map { UInt64($0) }
        }
        frame.counter = object["counter"].flatMap(counter)
        frame.deviceTime = object["device_time"].flatMap(deviceTime)
        guard object.has("codec") != object.has("fields") else {
            node.report("either fields or a codec is expected")
            return nil
        }
        if let gives = object["gives"] {
            if !object.has("codec") { gives.report("what a frame of fields gives is known from its fields") }
            frame.outputs = gives.elements(limit: 32).compactMap(output)
        }
        if let fields = object["fields"] { setFields(fields, isBigEndian: isBigEndian, &frame) }
        return frame
    }

    private func isBig(_ node: ProfileNode?) -> Bool? {
        enum Order: String, CaseIterable { case little, big }
        return node?.word(Order.self).map { $0 == .big }
    }

    private func rate(_ node: ProfileNode) -> FrameFormat.Rate? {
        if case .array = node.value {
            let parts = node.elements(limit: 2).compactMap { $0.integer(1...1_000_000_000) }
            guard parts.count == 2 else {
                node.report("a rate is a number, two numbers of a fraction or the name of a setting")
                return nil
            }
            return .hertz(numerator: parts[0], denominator: parts[1])
        }
        if let name = node.value.string { return .setting(name) }
        return node.integer(1...1_000_000).map { .hertz(numerator: $0, denominator: 1) }
    }

    private func counter(_ node: ProfileNode) -> FrameFormat.Counter? {
        guard let object = node.object(["ticks", "seconds", "bits", "stamps", "invalid"]),
            let ticks = object.required("ticks")?.integer(1...1_000_000_000),
            let bits = object.required("bits")?.integer(1...64)
        else { return nil }
        return FrameFormat.Counter(
            ticks: ticks, seconds: object["seconds"]?.integer(1...1_000_000_000) ?? 1, bits: bits,
            stamps: object["stamps"]?.word(FrameFormat.Stamp.self) ?? .last,
            invalid: object["invalid"]?.integer(0...Int.max).map { UInt64($0) })
    }

    private func deviceTime(_ node: ProfileNode) -> FrameFormat.DeviceTime? {
        enum Unit: String, CaseIterable { case ns, us, ms, s }
        enum Zone: String, CaseIterable { case utc, local }
        guard let object = node.object(["unit", "epoch", "zone", "stamps"]),
            let unit = object.required("unit")?.word(Unit.self)
        else { return nil }
        let nanoseconds: Int64 =
            switch unit {
            case .ns: 1
            case .us: 1000
            case .ms: 1_000_000
            case .s: 1_000_000_000
            }
        return FrameFormat.DeviceTime(
            unitNanoseconds: nanoseconds, epoch: object["epoch"]?.day(),
            isLocal: object["zone"]?.word(Zone.self) == .local,
            stamps: object["stamps"]?.word(FrameFormat.Stamp.self) ?? .last)
    }

    private func output(_ node: ProfileNode) -> FrameFormat.Output? {
        guard let object = node.object(["channel", "unit", "names"]),
            let channel = object.required("channel")?.identifier(),
            let unit = object.required("unit")?.text(limit: 20)
        else { return nil }
        return FrameFormat.Output(
            channel: Channel(rawValue: channel), unit: SignalUnit(rawValue: unit),
            axes: object["names"]?.elements(limit: 64).compactMap { $0.text(limit: 20) } ?? [""])
    }

    private func setFields(_ node: ProfileNode, isBigEndian: Bool, _ frame: inout FrameFormat) {
        var known: Set<String> = []
        for element in node.elements() {
            guard var field = field(element, isBigEndian: isBigEndian, isMember: false) else { continue }
            checkReferences(field, known, element)
            if let id = field.id, !known.insert(id).inserted { element.report("“\(id)” is there twice") }
            if field.encoding == .structure, let list = element.value.object?["struct"] {
                let members = ProfileNode(value: list, path: "\(element.path).struct", problems: problems)
                for member in members.elements(limit: 32) {
                    guard let part = self.field(member, isBigEndian: isBigEndian, isMember: true) else { continue }
                    checkReferences(part, known, member)
                    if let id = part.id, !known.insert(id).inserted { member.report("“\(id)” is there twice") }
                    field.members.append(part)
                }
                if field.repetition == .rest, field.minimumBytes == 0 {
                    element.report("what repeats to the end must take at least one byte each time")
                }
            }
            frame.fields.append(field)
        }
        if frame.fields.isEmpty { node.report("at least one field is expected") }
        collect(&frame, node)
    }

    private func checkReferences(_ field: FieldFormat, _ known: Set<String>, _ node: ProfileNode) {
        var names: [String] = []
        if let condition = field.condition { names.append(condition.field) }
        if case .field(let name) = field.repetition { names.append(name) }
        if case .derived(let name, _, _, _) = field.encoding { names.append(name) }
        for name in names where !known.contains(name) {
            node.report("there is no field “\(name)” before this one; fields are read once from left to right")
        }
    }

    /// Gathers what the frame gives, and compares it with the roles.
    private func collect(_ frame: inout FrameFormat, _ node: ProfileNode) {
        var roles: Set<FieldFormat.Role> = []
        for field in frame.fields.flatMap({ [$0] + $0.members }) {
            if let role = field.role { roles.insert(role) }
            guard let channel = field.channel else { continue }
            let output = FrameFormat.Output(channel: channel, unit: field.unit, axes: field.axes)
            guard let earlier = frame.outputs.first(where: { $0.channel == channel }) else {
                frame.outputs.append(output)
                continue
            }
            if earlier != output {
                node.report("\(channel.rawValue) has another unit or other names in another field of this frame")
            }
        }
        if frame.fields.count == 0 { return }
        if (frame.sequenceModulo != nil) != roles.contains(.sequence) {
            node.report("a field with the role sequence and the frame's sequence belong together")
        }
        if (frame.counter != nil) != roles.contains(.counter) {
            node.report("a field with the role counter and the frame's counter belong together")
        }
        if (frame.deviceTime != nil) != roles.contains(.deviceTime) {
            node.report("a field with the role device_time and the frame's device_time belong together")
        }
        if FrameCompiler.spokenOf(frame.fields).count > FrameDecoder.slotCount {
            node.report("at most \(FrameDecoder.slotCount) fields may be spoken of by others")
        }
    }
}
