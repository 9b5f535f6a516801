import Foundation
import Glibc

/// A run of `crash-writer` that can be killed.
final class CrashingProcess {
    /// It could not be started.
    struct NoStart: Error {
        var code: Int32
        var path: String
    }

    private var pid: pid_t = 0
    private let output: Int32

    init(_ arguments: [String]) throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = (own as NSString).deletingLastPathComponent + "/crash-writer"
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw NoStart(code: errno, path: path) }
        // Nobody reads while it runs: room for all it says.
        _ = fcntl(ends[1], 1031, 1 << 20)
        output = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let code = posix_spawn(&pid, path, &actions, nil, &words, environ)
        close(ends[1])
        guard code == 0 else { throw NoStart(code: code, path: path) }
    }

    deinit { close(output) }

    /// Kills it after `seconds`.
    /// - Returns: the monotonic time just before, in nanoseconds, and what it had said.
    func kill(after seconds: Double) -> (at: UInt64, lines: [[Substring]]) {
        usleep(UInt32(seconds * 1e6))
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        Glibc.kill(pid, SIGKILL)
        return (UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec), wait())
    }

    /// Waits for its end and returns what it said, in words.
    func wait() -> [[Substring]] {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(output, &chunk, chunk.count)
            if count <= 0 { break }
            text += chunk[..<count]
        }
        // The last line may be cut.
        let whole = text.lastIndex(of: 10).map { text[...$0] } ?? []
        return String(decoding: whole, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    }
}

/// Runs `body` for each of `0 ..< count` on threads of their own, because it blocks, and gives back what it found.
func onThreads<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> T) async -> [T] {
    await withTaskGroup(of: (Int, T).self) { group in
        for index in 0..<count {
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(returning: (index, body(index))) }
                }
            }
        }
        return await group.reduce(into: [(Int, T)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
