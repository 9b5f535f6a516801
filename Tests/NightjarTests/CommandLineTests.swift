import Foundation
import Signals
import Testing

@testable import nightjar

private enum Sample: Command {
    static let name = "sample"
    static let summary = "Stand in for a command"
    static let operands = ["FILE", "MORE?"]
    static let options = [Option.json, Option("--zone", "AREA/CITY", "the zone"), Option("--rate", "HZ", "the rate")]
    static let examples = ["nightjar sample a.cwa"]
    static func run(_ arguments: Arguments) async throws {}
}

@Suite("Command line")
struct CommandLineTests {
    @Test("takes options before and after operands, with a space or an equals sign")
    func order() throws {
        let arguments = try Arguments(["--zone", "Europe/Paris", "a.cwa", "--rate=50", "--json"], for: Sample.self)
        #expect(arguments.operands == ["a.cwa"])
        #expect(arguments.value("--zone") == "Europe/Paris")
        #expect(try arguments.number("--rate") == 50)
        #expect(arguments.has("--json"))
    }

    @Test("takes everything after two hyphens, and a lone hyphen, as operands")
    func operands() throws {
        #expect(try Arguments(["--", "--json"], for: Sample.self).operands == ["--json"])
        #expect(try Arguments(["-"], for: Sample.self).operands == ["-"])
    }

    @Test(
        "refuses what the command does not declare, as a usage error",
        arguments: [
            [], ["a", "b", "c"], ["a", "--nope"], ["a", "--zone"], ["a", "--json=1"], ["a", "--rate", "x"],
            ["a", "--rate", "nan"], ["a", "--zone", "A", "--zone", "B"],
        ])
    func refuses(words: [String]) {
        let failure = #expect(throws: Failure.self) { try Arguments(words, for: Sample.self).number("--rate") }
        #expect(failure?.code == .usage)
        #expect(failure?.message.contains("nightjar sample --help") == true)
    }

    @Test(
        "refuses times that no clock can wait for, as a usage error",
        arguments: [
            "axivity status --wait 1e30", "axivity status --wait -1", "axivity download --wait 1e30",
            "axivity download --wait 1e300", "bluetooth listen F1:0B:7C:43:2D:1C --seconds 1e30",
            "bluetooth services F1:0B:7C:43:2D:1C --seconds 1e30", "profiles capture F1:0B:7C:43:2D:1C --seconds 1e30",
            "profiles capture F1:0B:7C:43:2D:1C --seconds -5",
            "relay watch userinfo {} --expires 1e30", "relay watch status --timeout 1e30",
        ])
    func longWaits(line: String) async {
        let data = NSTemporaryDirectory() + "nj-none"
        let words = line.split(separator: " ").map(String.init)
        #expect(await CommandTable.run(words + (words[0] == "relay" ? ["--data", data] : [])) == 2)
    }

    @Test("names every command, option and exit code on its help page")
    func help() {
        for command in CommandTable.commands {
            let page = HelpText.page(for: command)
            #expect(!command.examples.isEmpty)
            #expect(command.options.allSatisfy { page.contains($0.name) })
            #expect(page.contains("Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 not permitted."))
        }
    }

    @Test("maps each kind of failure to its exit code")
    func exitCodes() async {
        #expect(await CommandTable.run(["nonsense"]) == 2)
        #expect(Failure.Code.failed.exitCode == 1)
        #expect(Failure.Code.notFound.exitCode == 3)
        #expect(Failure.Code.notPermitted.exitCode == 4)
    }
}
