import Documents
import Runtime
import Signals

extension ProfileParser {
    private static let fieldKeys: Set<String> = [
        "id", "type", "endian", "bits", "signed", "length", "count", "names", "repeat", "struct", "from", "mask",
        "shift", "when", "expect", "invalid", "scale", "offset", "scale_by", "enum", "channel", "unit", "range",
        "role", "identity", "join", "parts", "bcd", "exponent", "keep", "calibrate",
    ]

    func field(_ node: ProfileNode, isBigEndian: Bool, isMember: Bool) -> FieldFormat? {
        guard let object = node.object(Self.fieldKeys), let encoding = encoding(object, isMember: isMember) else {
            return nil
        }
        var field = FieldFormat(encoding: encoding)
        field.id = object["id"]?.identifier()
        enum Order: String, CaseIterable { case little, big }
        field.isBigEndian = object["endian"]?.word(Order.self).map { $0 == .big } ?? isBigEndian
        setShape(object, &field, isMember: isMember)
        field.condition = object["when"].flatMap(condition)
        setMeaning(object, &field)
        return field
    }

    private func encoding(_ object: ProfileObject, isMember: Bool) -> FieldFormat.Encoding? {
        let ways = ["type", "bits", "struct", "from", "join"].filter(object.has)
        guard ways.count == 1 else {
            object.report("exactly one of type, bits, struct, from and join is expected")
            return nil
        }
        let isSigned = object["signed"]?.flag() ?? false
        if let from = object["from"] {
            let name = from.identifier()
            let mask = object.required("mask")?.integer()
            let shift = object["shift"].map { $0.integer(0...63) } ?? 0
            guard let name, let mask, let shift else { return nil }
            return .derived(from: name, mask: UInt64(bitPattern: Int64(mask)), shift: shift, isSigned: isSigned)
        }
        if let bits = object["bits"] { return bits.integer(1...32).map { .bits($0, isSigned: isSigned) } }
        if object.has("struct") { return .structure }
        if let join = object["join"] { return joined(join, isSigned: isSigned) }
        guard let type = object["type"], let name = type.value.string else {
            object["type"]?.report("a type is expected")
            return nil
        }
        if let number = Self.types[name] { return number }
        if name == "date_time" {
            return .calendar([.year, .month, .day, .hour, .minute, .second], isDecimal: false)
        }
        if name == "calendar" {
            let parts = object.required("parts")?.elements(limit: 16)
            let isDecimal = object["bcd"]?.flag() ?? false
            return parts.map {
                .calendar($0.compactMap { $0.word(FieldFormat.CalendarPart.self) }, isDecimal: isDecimal)
            }
        }
        if name == "bytes" { return object.required("length")?.integer(1...FrameFormat.streamBytes).map { .bytes($0) } }
        if name == "text", !isMember { return .text }
        let names = Self.types.keys.sorted() + ["bytes", "calendar", "date_time", "text"]
        type.report("one of \(names.joined(separator: ", ")) is expected")
        return nil
    }

    private func joined(_ node: ProfileNode, isSigned: Bool) -> FieldFormat.Encoding? {
        var pieces: [FieldFormat.Piece] = []
        for element in node.elements(limit: 8) {
            guard let object = element.object(["from", "mask"]) else { continue }
            let name = object.required("from")?.identifier()
            let mask = object.required("mask")?.integer()
            guard let name, let mask else { continue }
            if mask == 0 { element.report("a mask takes at least one bit") }
            pieces.append(.init(field: name, mask: UInt64(bitPattern: Int64(mask))))
        }
        if pieces.isEmpty || pieces.reduce(0, { $0 + $1.width }) > 63 {
            node.report("bits of 1 to 8 fields are expected, 63 at most")
        }
        return .joined(pieces, isSigned: isSigned)
    }

    private static let types: [String: FieldFormat.Encoding] = {
        var types: [String: FieldFormat.Encoding] = [
            "f16": .float(bits: 16), "f32": .float(bits: 32), "f64": .float(bits: 64), "sfloat": .sfloat,
            "float": .medicalFloat,
        ]
        for bits in [8, 16, 24, 32, 40, 48, 64] {
            types["u\(bits)"] = .integer(bits: bits, isSigned: false)
            types["i\(bits)"] = .integer(bits: bits, isSigned: true)
        }
        return types
    }()

    private func setShape(_ object: ProfileObject, _ field: inout FieldFormat, isMember: Bool) {
        if let names = object["names"] {
            field.axes = names.elements().compactMap { $0.text(limit: 20) }
            if Set(field.axes).count != field.axes.count { names.report("names must differ") }
        }
        if let count = object["count"], let number = count.integer(1...64) {
            if field.axes == [""], number > 1 { count.report("names are missing: one for each of the \(number)") }
            if field.axes != [""], number != field.axes.count { count.report("there are \(field.axes.count) names") }
        }
        if field.axes.isEmpty { field.axes = [""] }
        switch field.encoding {
        case .text, .derived, .joined, .calendar:
            if field.axes.count > 1 { object.report("such a field has one value, and no names") }
        default: break
        }
        guard let again = object["repeat"] else { return }
        if again.value == .string("rest") {
            field.repetition = .rest
        } else if again.value.number != nil {
            field.repetition = again.integer(1...FrameFormat.maximumValues).map { .times($0) } ?? .once
        } else {
            field.repetition = again.identifier().map { .field($0) } ?? .once
        }
        if isMember, field.repetition == .rest { again.report("inside a structure nothing repeats to the end") }
        switch field.encoding {
        case .text, .derived, .joined, .calendar: again.report("such a field comes once")
        default: break
        }
    }

    private func condition(_ node: ProfileNode) -> FieldFormat.Condition? {
        guard let object = node.object(["field", "mask", "eq"]) else { return nil }
        let name = object.required("field")?.identifier()
        let value = object.required("eq")?.integer()
        let mask = object["mask"].map { $0.integer() } ?? -1
        guard let name, let value, let mask else { return nil }
        if value & mask != value { node.report("this never holds: eq has bits that mask leaves out") }
        return FieldFormat.Condition(
            field: name, mask: UInt64(bitPattern: Int64(mask)), value: UInt64(bitPattern: Int64(value)))
    }

    private func setMeaning(_ object: ProfileObject, _ field: inout FieldFormat) {
        field.expected = object["expect"]?.oneOrMore().compactMap { $0.integer().map { Int64($0) } } ?? []
        field.invalid = object["invalid"]?.oneOrMore().compactMap { $0.integer().map { Int64($0) } } ?? []
        if let scale = scale(object) { field.scale = scale }
        field.scaleSetting = object["scale_by"].flatMap(scaleSetting)
        for (key, text) in object["enum"]?.entries(limit: 256) ?? [] {
            let keyNode = ProfileNode(value: .string(key), path: text.path, problems: problems)
            if let number = keyNode.integer() { field.labels[Int64(number)] = text.text(limit: 80) }
        }
        if let channel = object["channel"]?.identifier() {
            field.channel = Channel(rawValue: channel)
            field.unit = object.required("unit")?.text(limit: 20).map { SignalUnit(rawValue: $0) } ?? .one
        } else if let unit = object["unit"] {
            unit.report("a unit belongs to a channel")
        }
        if let range = object["range"] {
            let bounds = range.elements(limit: 2).compactMap { $0.number() }
            if bounds.count == 2, bounds[0] <= bounds[1] {
                field.range = bounds[0]...bounds[1]
            } else {
                range.report("two numbers are expected, the smaller first")
            }
        }
        setCorrection(object, &field)
        setRole(object, &field)
    }

    /// What a value is multiplied or corrected by, and whether it corrects others.
    private func setCorrection(_ object: ProfileObject, _ field: inout FieldFormat) {
        if let exponent = object["exponent"]?.object(["field", "base"]) {
            let name = exponent.required("field")?.identifier()
            let base = exponent["base"]?.integer(2...10) ?? 10
            if base != 10, base != 2 { exponent.report("base is 10 or 2") }
            field.exponent = name.map { .init(field: $0, isDecimal: base == 10) }
        }
        field.keptAs = object["keep"]?.identifier()
        if let calibrate = object["calibrate"], let names = calibrate.object(["offset", "gain"]) {
            field.calibration = .init(offset: names["offset"]?.identifier(), gain: names["gain"]?.identifier())
            if names.members.isEmpty { calibrate.report("offset or gain is expected") }
            if field.channel == nil { calibrate.report("what is calibrated is a channel") }
        }
        switch field.encoding {
        case .structure, .bytes, .text, .calendar:
            for key in ["exponent", "keep", "calibrate"] where object.has(key) {
                object.report("\(key) belongs to a number")
            }
        default: break
        }
        for key in ["parts", "bcd"] where object.has(key) && object["type"]?.value != .string("calendar") {
            object.report("\(key) belongs to a calendar")
        }
    }

    private func setRole(_ object: ProfileObject, _ field: inout FieldFormat) {
        enum Role: String, CaseIterable { case sequence, counter, deviceTime = "device_time" }
        enum Identity: String, CaseIterable { case maker, model, serial, firmware, hardware, software }
        if let role = object["role"]?.word(Role.self) {
            switch role {
            case .sequence: field.role = .sequence
            case .counter: field.role = .counter
            case .deviceTime: field.role = .deviceTime
            }
            if field.rawBits == nil || field.axes.count > 1 { object.report("a role belongs to one whole number") }
        }
        if field.isCalendar {
            if case .calendar(let parts, _) = field.encoding, !Self.isDay(parts) {
                object.report("a calendar has year or year2, month and day, each part once")
            }
            if field.role != .deviceTime { object.report("the role of a calendar is device_time") }
            for key in ["id", "channel", "names", "count", "expect", "invalid", "scale", "offset", "scale_by", "range"]
            where object.has(key) {
                object.report("\(key) belongs to a number")
            }
        }
        if let identity = object["identity"]?.word(Identity.self) { field.role = .identity(identity.rawValue) }
        if (field.encoding == .text) != object.has("identity") {
            object.report("a text says what it is by identity, and only a text does")
        }
        switch field.encoding {
        case .structure, .bytes, .text:
            if field.encoding == .structure, field.id != nil { object.report("a structure is not spoken of") }
            for key in ["channel", "expect", "invalid", "scale", "offset", "range", "role"] where object.has(key) {
                object.report("\(key) belongs to a number")
            }
        case .float, .sfloat, .medicalFloat:
            for key in ["expect", "invalid", "role", "enum"] where object.has(key) {
                object.report("\(key) belongs to a whole number")
            }
            if field.id != nil { object.report("only whole numbers are spoken of by others") }
        default: break
        }
    }

    private static func isDay(_ parts: [FieldFormat.CalendarPart]) -> Bool {
        let said = parts.filter { $0 != .skip }
        return Set(said).count == said.count && said.contains(.month) && said.contains(.day)
            && said.contains(.year) != said.contains(.shortYear)
    }

    private func scale(_ object: ProfileObject) -> FieldFormat.Scale? {
        var scale = FieldFormat.Scale()
        if let node = object["scale"] {
            guard let pair = fraction(node) else { return nil }
            (scale.numerator, scale.denominator) = pair
        }
        if let offset = object["offset"]?.integer(-1_000_000_000_000...1_000_000_000_000) {
            scale.offset = Int64(offset)
        }
        return scale
    }

    private func fraction(_ node: ProfileNode) -> (Int64, Int64)? {
        let limit = 1_000_000_000_000
        let parts = node.elements(limit: 2).compactMap { $0.integer(-limit...limit) }
        guard parts.count == 2, parts[0] != 0, parts[1] > 0 else {
            node.report("a scale is two whole numbers: what multiplies, not 0, and what divides, above 0")
            return nil
        }
        return (Int64(parts[0]), Int64(parts[1]))
    }

    private func scaleSetting(_ node: ProfileNode) -> FieldFormat.ScaleSetting? {
        guard let object = node.object(["setting", "scales"]) else { return nil }
        let name = object.required("setting")?.identifier()
        let scales = object.required("scales")
        guard let name, let scales else { return nil }
        var choice = FieldFormat.ScaleSetting(setting: name, scales: [:])
        for (value, node) in scales.entries(limit: 32) {
            if let pair = fraction(node) {
                choice.scales[value] = FieldFormat.Scale(numerator: pair.0, denominator: pair.1)
            }
        }
        return choice
    }
}

extension FieldFormat {
    /// Whether it is a time of the calendar.
    var isCalendar: Bool {
        if case .calendar = encoding { return true }
        return false
    }
}
