import Glibc
import Signals

/// Asks for a password: unseen on a terminal, else the first line of standard input. Never from the arguments, which
/// everybody on the machine can read.
enum PasswordPrompt {
    /// The password that was typed.
    /// - Parameters:
    ///   - question: what to ask.
    ///   - isNew: whether it is to be typed twice on a terminal.
    ///   - noun: what it is.
    /// - Throws: `Failure` when there is none, or the two differ.
    static func ask(_ question: String, isNew: Bool = false, for noun: String = "password") throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw Failure(
                    .usage, "A \(noun) is needed: type it when asked, or give it as a line on standard input.")
            }
            return line
        }
        let first = try hidden(question, noun)
        guard isNew else { return first }
        guard try hidden("The same again", noun) == first else { throw Failure(.usage, "The two \(noun)s differ.") }
        return first
    }

    private static func hidden(_ question: String, _ noun: String) throws -> String {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw Failure(.failed, "The terminal cannot be read.") }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        Output.prompt("\(question): ")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            Output.note("")
        }
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Failure(.usage, "No \(noun) was typed.")
        }
        return line
    }
}
