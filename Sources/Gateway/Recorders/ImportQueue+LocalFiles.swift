import Glibc
import Runtime
import Signals

extension ImportQueue {
    /// Takes in a file of this machine; the file itself stays where it is.
    /// - Throws: `Failure` when it cannot be read or there is no room for it; `CancellationError`.
    func bring(_ path: String, zone: Zone) async throws -> ImportStatus {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Self.unreadable(path) }
        let name = path.split(separator: "/").last.map(String.init) ?? "recording"
        let upload = try begin(fileName: name, zone: zone, size: Int(status.st_size))
        do {
            var chunk = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                try Task.checkCancellation()
                let count = Glibc.read(descriptor, &chunk, chunk.count)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw Self.unreadable(path) }
                if count == 0 { break }
                try await upload.take(count == chunk.count ? chunk : Array(chunk[..<count]))
                await Task.yield()
            }
        } catch {
            upload.abandon(error)
            throw error
        }
        return upload.finish()
    }

    private static func unreadable(_ path: String) -> Failure {
        Failure(SystemError(errno, "read", path), "\(path) cannot be read")
    }
}
