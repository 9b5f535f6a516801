import Documents
import Runtime
import Signals

extension ProfileParser {
    private static let frameKeys: Set<String> = [
        "endian", "min", "max", "starts", "rate", "surplus", "fields", "codec", "gives", "sequence", "counter",
        "device_time", "check", "spans", "join",
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
        frame.check = object["check"].flatMap { check($0, isBigEndian: isBigEndian) }
        frame.spans = object["spans"].flatMap(framing)
        if frame.spans == .whole { object["spans"]?.report("a frame that is one value spans none") }
        if ["codec", "fields", "join"].count(where: object.has) != 1 {
            node.report("exactly one of fields, codec and join is expected")
        }
        if frame.check != nil, !object.has("fields") { object["check"]?.report("a check belongs to fields") }
        if let gives = object["gives"] {
            if object.has("fields") { gives.report("what a frame of fields gives is known from its fields") }
            frame.outputs = gives.elements(limit: 32).compactMap(output)
        }
        if let parts = object["join"] { setParts(parts, &frame) }
        if let fields = object["fields"] { setFields(fields, isBigEndian: isBigEndian, &frame) }
        frame.columns = frame.outputs
        return frame
    }

    private func setParts(_ node: ProfileNode, _ frame: inout FrameFormat) {
        frame.parts = node.elements(limit: 64).compactMap { $0.identifier() }
        if frame.parts.count < 2 || Set(frame.parts).count != frame.parts.count {
            node.report("two frames or more are expected, each once")
        }
        guard frame.outputs.count == 1, frame.outputs[0].axes.count == frame.parts.count else {
            return node.report("gives must say one channel with a name for each of the \(frame.parts.count) frames")
        }
    }

    private func check(_ node: ProfileNode, isBigEndian: Bool) -> FrameCheck? {
        if node.value.string != nil {
            return node.word(FrameCheck.Kind.self).map { FrameCheck($0, isBigEndian: isBigEndian) }
        }
        let keys: Set = ["kind", "poly", "init", "xor", "reflected", "endian", "from", "after"]
        guard let object = node.object(keys) else { return nil }
        let kind = object.required("kind")?.word(FrameCheck.Kind.self)
        let isBig = isBig(object["endian"]) ?? isBigEndian
        let start = object["from"]?.integer(0...64) ?? 0
        let after = object["after"]?.integer(0...16) ?? 0
        let numbers = ["poly", "init", "xor"].map { object[$0]?.integer(0...0xFFFF).map { UInt16($0) } }
        let isReflected = object["reflected"]?.flag() ?? false
        guard let kind else { return nil }
        var check = FrameCheck(kind, isBigEndian: isBig, start: start, after: after)
        let isCyclic = kind == .crc8 || kind == .crc16
        if isReflected || numbers[0] != nil, !isCyclic { node.report("poly and reflected belong to crc8 and crc16") }
        if let most = numbers.compactMap(\.self).max(), Int(most) >> kind.bits > 0 {
            node.report("\(kind.rawValue) has \(kind.bits) bits")
        }
        check.polynomial = numbers[0] ?? check.polynomial
        check.initial = numbers[1] ?? check.initial
        check.final = numbers[2] ?? 0
        check.isReflected = isReflected
        return check
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
        guard let object = node.object(["ticks", "seconds", "bits", "stamps", "invalid"]) else { return nil }
        let ticks = object.required("ticks")?.integer(1...1_000_000_000)
        let bits = object.required("bits")?.integer(1...64)
        guard let ticks, let bits else { return nil }
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
        guard let object = node.object(["channel", "unit", "names"]) else { return nil }
        let channel = object.required("channel")?.identifier()
        let unit = object.required("unit")?.text(limit: 20)
        guard let channel, let unit else { return nil }
        return FrameFormat.Output(
            channel: Channel(rawValue: channel), unit: SignalUnit(rawValue: unit),
            axes: object["names"]?.elements(limit: 64).compactMap { $0.text(limit: 20) } ?? [""])
    }

    private func setFields(_ node: ProfileNode, isBigEndian: Bool, _ frame: inout FrameFormat) {
        var known: Set<String> = []
        frame.fields = fields(node, limit: 64, isBigEndian: isBigEndian, depth: 0, &known)
        if frame.fields.isEmpty { node.report("at least one field is expected") }
        if frame.fields.flatMap(\.withMembers).count > 256 { node.report("at most 256 fields are allowed in all") }
        collect(&frame, node)
    }

    /// The fields of a frame, or of a structure within `depth` others; `known` are the names of those before them.
    private func fields(
        _ node: ProfileNode, limit: Int, isBigEndian: Bool, depth: Int, _ known: inout Set<String>
    ) -> [FieldFormat] {
        var fields: [FieldFormat] = []
        for element in node.elements(limit: limit) {
            guard var field = field(element, isBigEndian: isBigEndian, isMember: depth > 0) else { continue }
            for name in field.namesSpokenOf where !known.contains(name) {
                element.report("there is no field “\(name)” before this one; fields are read once from left to right")
            }
            if let id = field.id, !known.insert(id).inserted { element.report("“\(id)” is there twice") }
            if field.encoding == .structure, let list = element.value.object?["struct"] {
                let members = ProfileNode(value: list, path: "\(element.path).struct", problems: problems)
                if depth < FieldFormat.deepest {
                    field.members = self.fields(
                        members, limit: 32, isBigEndian: isBigEndian, depth: depth + 1, &known)
                } else {
                    members.report("structures lie within each other at most \(FieldFormat.deepest) deep")
                }
                if field.repetition == .rest, field.minimumBits == 0 {
                    element.report("what repeats to the end must take at least one bit each time")
                }
            }
            fields.append(field)
        }
        return fields
    }

    /// Gathers what the frame gives, and compares it with the roles.
    private func collect(_ frame: inout FrameFormat, _ node: ProfileNode) {
        var roles: Set<FieldFormat.Role> = []
        let all = frame.fields.flatMap(\.withMembers)
        for field in all {
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
            if all.contains(where: { $0.channel == channel && $0.calibration != field.calibration }) {
                node.report("\(channel.rawValue) is calibrated otherwise in another field of this frame")
            }
        }
        if frame.fields.count == 0 { return }
        if all.contains(where: \.isCalendar), frame.deviceTime != nil, frame.deviceTime?.epoch == nil {
            frame.deviceTime?.epoch = Instant(nanoseconds: 0)
        }
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
