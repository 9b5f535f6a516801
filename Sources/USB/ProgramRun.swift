import Glibc
import Runtime
import Signals

/// Runs another program to its end, without a shell.
enum ProgramRun {
    /// Whether there is a program of this name in the usual places.
    static func path(of name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"].map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Runs the program at `path` and returns its exit code and what it printed, at most 64 kB.
    /// - Throws: `Failure` when it cannot be started.
    static func run(_ path: String, _ arguments: [String]) async throws -> (code: Int32, output: String) {
        try await withTaskExecutorPreference(ThreadExecutor()) { try await blocking(path, arguments) }
    }

    private static func blocking(_ path: String, _ arguments: [String]) async throws -> (code: Int32, output: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw failure(path, errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid = pid_t()
        let code = posix_spawn(&pid, path, &actions, nil, &words, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { throw failure(path, code) }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            if output.count < 65_536 { output += chunk[..<count] }
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let exit = status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
        return (exit, SystemText.trimmed(String(decoding: output, as: UTF8.self)))
    }

    private static func failure(_ path: String, _ number: Int32) -> Failure {
        Failure(SystemError(number, "posix_spawn", path), "\(path) cannot be started", as: .failed)
    }
}
