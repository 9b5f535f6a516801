/// The help pages, written from what the commands declare.
enum HelpText {
    /// The page of one command.
    static func page(for command: any Command.Type) -> String {
        let operands = command.operands.map { operand in
            operand.hasSuffix("?") ? "[\(operand.dropLast())]" : operand
        }
        let usage = (["nightjar", command.name] + operands + (command.options.isEmpty ? [] : ["[options]"]))
        var text = "\(command.summary)\n\nUsage: \(usage.joined(separator: " "))\n"
        let options = command.options + [Option("--help", nil, "show this page")]
        text += "\nOptions:\n" + table(options.map { ("\($0.name)\($0.value.map { " " + $0 } ?? "")", $0.help) })
        if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
        text += "\nExamples:\n" + command.examples.map { "  \($0)\n" }.joined()
        return text + "\nExit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 not permitted.\n"
    }

    /// The list of all commands.
    static func overview(of commands: [any Command.Type]) -> String {
        "Nightjar is a gateway for wearables on a Linux machine.\n\nUsage: nightjar COMMAND [options]\n\nCommands:\n"
            + table(commands.map { ($0.name, $0.summary) })
            + "\n`nightjar COMMAND --help` explains each; `nightjar --version` shows the version.\n"
            + "Nightjar is not a medical device and makes no diagnosis.\n"
    }

    /// The page of the commands that begin with one word.
    static func overview(of word: String, _ commands: [any Command.Type]) -> String {
        "Usage: nightjar \(word) VERB [options]\n\nCommands:\n" + table(commands.map { ($0.name, $0.summary) })
            + "\n`nightjar \(word) VERB --help` tells more about each.\n"
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, help in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(help)\n"
        }.joined()
    }
}
