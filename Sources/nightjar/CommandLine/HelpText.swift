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

    /// What to do first.
    static let beginning = """
        Nightjar is a gateway for wearables on a Linux machine.

        Begin with one of these:
          nightjar serve          start the gateway; its pages are at http://127.0.0.1:8001
          nightjar serve --demo   the same with a made-up night to look at, kept apart
          nightjar devices        list what is near; then nightjar devices adopt ID
          nightjar import FILE    take in a recorder's file
          nightjar nights latest  show the last night
          nightjar today          show what today came to
          nightjar doctor         tell what stands in the way

        `nightjar --help` lists all commands; `nightjar COMMAND --help` explains each.
        Nightjar is not a medical device and makes no diagnosis.

        """

    /// The list of all commands, by what they are for.
    static func overview(of groups: [(title: String, commands: [any Command.Type])]) -> String {
        "Nightjar is a gateway for wearables on a Linux machine.\n\nUsage: nightjar COMMAND [options]\n"
            + groups.map { "\n\($0.title):\n" + table($0.commands.map { ($0.name, $0.summary) }) }.joined()
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
