/// One verb of the program. What it declares here is its help page and the only input that it accepts.
protocol Command: SendableMetatype {
    /// The verb, or two words for a verb with a subject such as `relay watch`.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// Names of positional arguments in order; a trailing `?` marks one that may be left out, `...` one that repeats.
    static var operands: [String] { get }
    /// The options of the command.
    static var options: [Option] { get }
    /// Complete command lines that work, for the help page.
    static var examples: [String] { get }
    /// Further text, shown below the options.
    static var discussion: String { get }
    /// Does the work.
    /// - Throws: `Failure`; its code becomes the exit code.
    static func run(_ arguments: Arguments) async throws
}

extension Command {
    static var operands: [String] { [] }
    static var options: [Option] { [] }
    static var discussion: String { "" }
}

/// An option of a command.
struct Option {
    /// With its hyphens, such as `--zone`.
    var name: String
    /// What stands for the value in the help, such as `AREA/CITY`; nil for a flag.
    var value: String?
    /// The description in the help.
    var help: String
    /// Whether it may be given several times.
    var repeats: Bool

    init(_ name: String, _ value: String? = nil, _ help: String, repeats: Bool = false) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }

    /// The option `--json`, which most commands have.
    static let json = Option("--json", nil, "print JSON on standard output")
}
