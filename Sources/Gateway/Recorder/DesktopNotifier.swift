import Glibc
import Runtime
import Signals
package import Store

/// Shows alerts on the desktop of the account that runs the gateway, through `notify-send`.
package struct DesktopNotifier: AlertNotifier {
    /// The name that log messages give it.
    package let name = "desktop"
    private let program: String
    private let thread = ThreadExecutor()

    /// The desktop of this session; nil where there is none, or no `notify-send` in the path.
    package init?() {
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil,
            let program = Self.find("notify-send")
        else { return nil }
        self.init(program: program)
    }

    /// The desktop behind another program that takes the same words.
    init(program: String) { self.program = program }

    /// Shows an alert.
    /// - Throws: `Failure` when the program cannot be started or fails.
    package func deliver(_ alert: Alert) async throws {
        let urgency =
            switch alert.severity {
            case .notice: "low"
            case .warning: "normal"
            case .urgent: "critical"
            }
        // Desktops read a little markup in it.
        let body = [alert.message, alert.nextStep].compactMap { $0 }.joined(separator: " ").harmless().escapedMarkup
        let arguments = ["--app-name=Nightjar", "--urgency=\(urgency)", "--", "Nightjar", body]
        let program = self.program
        try await withTaskExecutorPreference(thread) { try Self.run(program, arguments) }
    }

    private static func find(_ name: String) -> String? {
        guard let path = getenv("PATH").map({ String(cString: $0) }) else { return nil }
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program to its end, without a shell.
    private static func run(_ program: String, _ arguments: [String]) throws {
        var words = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child = pid_t()
        let code = posix_spawn(&child, program, nil, nil, words, environ)
        guard code == 0 else {
            throw Failure(SystemError(code, "posix_spawn", program), "\(program) cannot be started", as: .failed)
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return }
        }
        guard status == 0 else { throw Failure(.failed, "\(program) failed; is there a notification service?") }
    }
}
