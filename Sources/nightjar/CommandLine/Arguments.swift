import Signals

/// The arguments of one command, checked against what it declares.
struct Arguments: Sendable {
    private let command: any Command.Type
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Sorts `words` into operands, options and flags.
    /// - Throws: `Failure` with code `usage` for anything that `command` does not declare.
    init(_ words: [String], for command: any Command.Type) throws {
        self.command = command
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || !word.hasPrefix("-") || word == "-" {
                operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                try addOption(word, &rest)
            }
        }
        try checkOperands()
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option; nil when it was not given.
    func value(_ option: String) -> String? { values[option]?.first }

    /// The values of an option that may be given several times, in their order.
    func values(_ option: String) -> [String] { values[option] ?? [] }

    /// The value of an option as a number.
    /// - Throws: `Failure` with code `usage` when it is not one.
    func number(_ option: String) throws -> Double? {
        guard let text = value(option) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw usage("\(option) needs a number, not “\(text)”.")
        }
        return number
    }

    /// The value of an option as a number in `range`.
    /// - Throws: `Failure` with code `usage` when it is not one.
    func number(_ option: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let number = try number(option) else { return nil }
        guard range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { Int(exactly: $0).map(String.init) ?? "\($0)" }
            throw usage("\(option) needs a number from \(bounds[0]) to \(bounds[1]), not “\(value(option) ?? "")”.")
        }
        return number
    }

    /// The value of an option as a whole number in `range`.
    /// - Throws: `Failure` with code `usage` when it is not one.
    func integer(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usage(
                "\(option) needs a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
        }
        return number
    }

    /// A usage error that points to this command's help.
    func usage(_ message: String) -> Failure {
        Failure(.usage, "\(message) See `nightjar \(command.name) --help`.")
    }

    private mutating func addOption(_ word: String, _ rest: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = command.options.first(where: { $0.name == parts[0] }) else {
            let known = command.options.map(\.name).joined(separator: ", ")
            throw usage(
                "\(parts[0]) is not an option of `\(command.name)`; it knows \(known.isEmpty ? "none" : known).")
        }
        guard let placeholder = option.value else {
            guard parts.count == 1 else { throw usage("\(option.name) takes no value.") }
            flags.insert(option.name)
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw usage("\(option.name) needs \(placeholder).")
        }
        guard option.repeats || values[option.name] == nil else { throw usage("\(option.name) was given twice.") }
        values[option.name, default: []].append(value)
    }

    private func checkOperands() throws {
        let required = command.operands.filter { !$0.hasSuffix("?") }.count
        guard operands.count >= required else {
            throw usage("`\(command.name)` needs \(command.operands[operands.count]).")
        }
        let repeats = command.operands.last.map { $0.hasSuffix("...") || $0.hasSuffix("...?") } ?? false
        guard repeats || operands.count <= command.operands.count else {
            let named = command.options.filter { $0.value?.contains(".CSV") == true || $0.value == "FILE" }.map(\.name)
            guard !command.operands.isEmpty || named.isEmpty else {
                throw usage(
                    "`\(command.name)` takes no file by itself, as “\(operands[0])” is; name files by "
                        + "\(named.joined(separator: ", ")).")
            }
            throw usage("`\(command.name)` does not know what to do with “\(operands[command.operands.count])”.")
        }
    }
}

extension Arguments {
    /// A day; nil when the option is not given.
    /// - Throws: a usage error for what is no day.
    func date(_ option: String) throws -> CivilDate? {
        try value(option).map { text in
            guard let date = CivilDate(text) else {
                throw usage("\(option) needs a day such as 2026-11-20, not “\(text)”.")
            }
            return date
        }
    }
}

extension Arguments {
    /// The value of an option as a wall time, `YYYY-MM-DDTHH:MM` with or without seconds.
    /// - Throws: `Failure` with code `usage` when it is not one.
    func wallTime(_ option: String) throws -> CivilTime? {
        guard let text = value(option) else { return nil }
        guard let time = Self.wallTime(text) else {
            throw usage("\(option) needs a time such as 2024-03-01T18:30, not “\(text)”.")
        }
        return time
    }

    /// A wall time from `YYYY-MM-DDTHH:MM` with or without seconds; nil for anything else.
    static func wallTime(_ text: String) -> CivilTime? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        let clock = parts.count == 2 ? parts[1].split(separator: ":", omittingEmptySubsequences: false) : []
        let numbers = clock.compactMap { $0.count == 2 && $0.allSatisfy(\.isNumber) ? UInt8($0) : nil }
        guard let day = parts.first, (2...3).contains(clock.count), numbers.count == clock.count else { return nil }
        return CivilTime(
            CivilDate(day), hour: Int(numbers[0]), minute: Int(numbers[1]),
            second: numbers.count == 3 ? Int(numbers[2]) : 0)
    }
}
