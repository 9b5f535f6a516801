import Signals

/// Turns the fields of a frame into a flat program.
struct FrameCompiler {
    private let format: FrameFormat
    private let settings: SettingValues
    private(set) var operations: [FrameOperation] = []
    private(set) var constants: [Int64] = []
    private(set) var names: [String] = [""]
    private var slots: [String: Int] = [:]

    init(_ format: FrameFormat, settings: SettingValues) {
        self.format = format
        self.settings = settings
    }

    /// - Throws: `Failure` when a setting has no scale for its value, or more fields are spoken of than there are slots.
    mutating func compile() throws(Failure) {
        for name in Self.spokenOf(format.fields) { slots[name] = slots.count }
        guard slots.count <= FrameDecoder.slotCount else {
            throw Failure(
                .failed, "More than \(FrameDecoder.slotCount) fields of “\(format.id)” are spoken of by others.")
        }
        for field in format.fields { try append(field, isMember: false) }
    }

    private mutating func append(_ field: FieldFormat, isMember: Bool) throws(Failure) {
        guard field.encoding == .structure else {
            return operations.append(try operation(field, isMember: isMember))
        }
        var loop = FrameOperation()
        loop.code = .loop
        loop.body = field.withMembers.count - 1
        setCondition(field, &loop)
        setRepetition(field, &loop)
        loop.minimumBits = field.minimumBits
        operations.append(loop)
        for member in field.members { try append(member, isMember: true) }
    }

    /// The fields that others speak of, so that only those are kept.
    static func spokenOf(_ fields: [FieldFormat]) -> [String] {
        var names: [String] = []
        func add(_ name: String) { if !names.contains(name) { names.append(name) } }
        for field in fields.flatMap(\.withMembers) {
            for name in field.namesSpokenOf { add(name) }
        }
        return names
    }

    private mutating func operation(_ field: FieldFormat, isMember: Bool) throws(Failure) -> FrameOperation {
        var operation = FrameOperation()
        operation.isBigEndian = field.isBigEndian
        setEncoding(field, &operation)
        setCondition(field, &operation)
        setRepetition(field, &operation)
        operation.axes = field.axes.count
        operation.minimumBits = field.minimumBits
        operation.slot = field.id.flatMap { slots[$0] } ?? -1
        let label = field.id ?? field.channel?.rawValue ?? ""
        if !label.isEmpty || field.role != nil { operation.name = name(label) }
        if let channel = field.channel {
            operation.column = format.columns.firstIndex { $0.channel == channel } ?? -1
        }
        if let exponent = field.exponent {
            (operation.exponentSlot, operation.isDecimal) = (slots[exponent.field] ?? -1, exponent.isDecimal)
        }
        if let name = field.keptAs { operation.keptName = self.name(name) }
        (operation.expected, operation.expectedCount) = keep(field.expected)
        (operation.invalid, operation.invalidCount) = keep(field.invalid)
        if let range = field.range {
            operation.hasRange = true
            operation.lower = Float(range.lowerBound)
            operation.upper = Float(range.upperBound)
        }
        setRole(field, isMember: isMember, &operation)
        try setScale(field, &operation)
        operation.isChecked =
            operation.slot >= 0 || operation.expectedCount > 0 || operation.invalidCount > 0 || operation.hasRange
            || operation.mark != .none || operation.exponentSlot >= 0 || operation.keptName >= 0
        return operation
    }

    private mutating func setEncoding(_ field: FieldFormat, _ operation: inout FrameOperation) {
        switch field.encoding {
        case .integer(let bits, let isSigned):
            (operation.code, operation.width, operation.isSigned) = (.integer, bits / 8, isSigned)
        case .float(let bits): (operation.code, operation.width) = (.float, bits / 8)
        case .sfloat: (operation.code, operation.width) = (.sfloat, 2)
        case .medicalFloat: (operation.code, operation.width) = (.medicalFloat, 4)
        case .bits(let bits, let isSigned):
            (operation.code, operation.width, operation.isSigned) = (.bits, bits, isSigned)
        case .bytes(let count): (operation.code, operation.width) = (.skip, count)
        case .text: operation.code = .text
        case .derived(let source, let mask, let shift, let isSigned):
            operation.code = .derived
            operation.sourceSlot = slots[source] ?? 0
            (operation.mask, operation.shift, operation.isSigned) = (mask, shift, isSigned)
        case .joined(let pieces, let isSigned):
            (operation.code, operation.isSigned) = (.joined, isSigned)
            operation.width = pieces.reduce(0) { $0 + $1.width }
            let numbers = pieces.flatMap { [Int64(slots[$0.field] ?? 0), Int64(bitPattern: $0.mask)] }
            (operation.pieces, operation.pieceCount) = (keep(numbers).start, pieces.count)
        case .calendar(let parts, let isDecimal):
            (operation.code, operation.isDecimal) = (.calendar, isDecimal)
            operation.width = parts.reduce(0) { $0 + $1.bytes }
            let numbers = parts.map { Int64(FieldFormat.CalendarPart.allCases.firstIndex(of: $0) ?? 0) }
            (operation.pieces, operation.pieceCount) = (keep(numbers).start, parts.count)
            operation.offset = format.deviceTime?.epoch?.nanoseconds ?? 0
        case .structure: operation.code = .loop
        }
    }

    private func setCondition(_ field: FieldFormat, _ operation: inout FrameOperation) {
        guard let condition = field.condition, let slot = slots[condition.field] else { return }
        operation.conditionSlot = slot
        operation.conditionMask = condition.mask
        operation.conditionValue = condition.value
    }

    private func setRepetition(_ field: FieldFormat, _ operation: inout FrameOperation) {
        switch field.repetition {
        case .once: operation.repetition = .once
        case .rest: operation.repetition = .rest
        case .times(let count): (operation.repetition, operation.times) = (.times, count)
        case .field(let name): (operation.repetition, operation.times) = (.slot, slots[name] ?? 0)
        }
    }

    private mutating func setRole(_ field: FieldFormat, isMember: Bool, _ operation: inout FrameOperation) {
        switch field.role {
        case nil: break
        case .sequence: operation.mark = .sequence
        case .counter: operation.mark = .counter
        case .deviceTime:
            operation.mark = isMember || format.deviceTime?.stamps == .each ? .sampleTime : .deviceTime
            // A time of the calendar is made nanoseconds where it is read.
            operation.unitNanoseconds = operation.code == .calendar ? 1 : format.deviceTime?.unitNanoseconds ?? 1
        case .identity(let word): operation.name = name(word)
        }
    }

    private func setScale(_ field: FieldFormat, _ operation: inout FrameOperation) throws(Failure) {
        if operation.code == .calendar { return }
        var scale = field.scale
        if let choice = field.scaleSetting {
            guard let value = settings[choice.setting], let found = choice.scales[value] else {
                throw Failure(
                    .failed, "“\(format.id)” has no scale for \(choice.setting) “\(settings[choice.setting] ?? "")”.")
            }
            scale = found
        }
        operation.offset = scale.offset
        operation.numerator = Double(scale.numerator)
        operation.denominator = Double(scale.denominator)
        operation.kernel = Self.kernel(field, scale)
        if operation.kernel == .multiply {
            operation.numerator /= operation.denominator
            operation.denominator = 1
        }
    }

    /// The cheapest way that gives the same number as exact arithmetic rounded once.
    private static func kernel(_ field: FieldFormat, _ scale: FieldFormat.Scale) -> FrameOperation.Kernel {
        guard let bits = field.rawBits, bits < 64 else { return .double }
        if scale == FieldFormat.Scale() { return .identity }
        let largest = Double(UInt64(1) << UInt64(bits)) + Double(scale.offset.magnitude)
        let limit = 16_777_216.0
        guard bits <= 24, largest * Double(scale.numerator.magnitude) < limit else { return .double }
        guard scale.denominator > 0, Double(scale.denominator) < limit else { return .double }
        return scale.denominator.nonzeroBitCount == 1 ? .multiply : .divide
    }

    private mutating func keep(_ values: [Int64]) -> (start: Int, count: Int) {
        defer { constants += values }
        return (constants.count, values.count)
    }

    private mutating func name(_ text: String) -> Int {
        if let place = names.firstIndex(of: text) { return place }
        names.append(text)
        return names.count - 1
    }
}

extension FieldFormat {
    /// The fields before it that it speaks of.
    var namesSpokenOf: [String] {
        var names: [String] = []
        if let condition { names.append(condition.field) }
        if case .field(let name) = repetition { names.append(name) }
        switch encoding {
        case .derived(let name, _, _, _): names.append(name)
        case .joined(let pieces, _): names += pieces.map(\.field)
        default: break
        }
        if let exponent { names.append(exponent.field) }
        return names
    }
}
