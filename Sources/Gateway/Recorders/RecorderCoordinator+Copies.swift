import Devices
import Glibc
import Runtime
import Signals
import Store

extension RecorderCoordinator {
    /// The permission to erase what was copied; nil where the store does not have it, or has it no more.
    func erasing(_ copy: RecorderCopy?) async throws -> AxivityDataDisposition? {
        guard let copy else { return nil }
        let isThere = try await withTaskExecutorPreference(thread) { try isStored(copy.path) }
        return isThere ? .eraseAfterCopy(path: copy.path) : nil
    }

    /// Removes the copies that an earlier run left and that are in the store: nothing knows any more which recorder they are
    /// of. Others go on where they broke off.
    func removeStored() {
        for path in copies { Log.attempt("A copy could not be looked at.") { if try isStored(path) { unlink(path) } } }
    }

    /// Removes what was copied and is not in the store, whole or in part, as it may be of somebody who was deleted; what a
    /// recorder still holds can be copied again.
    func removeOthers() async {
        await withTaskExecutorPreference(thread) {
            for path in copies where (try? isStored(path)) != true { unlink(path) }
        }
        for state in states where state.copy.map({ access($0.path, F_OK) != 0 }) == true {
            set(state.id) { state in
                forget(&state)
                if state.phase == .complete { state.phase = .ready }
            }
        }
    }

    /// The paths of the files in the folder.
    private var copies: [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var paths: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if ![".", ".."].contains(name) { paths.append("\(folder)/\(name)") }
        }
        return paths
    }

    /// Whether the bytes of a file are those of a complete recording.
    private func isStored(_ path: String) throws -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let alike = try store.recordings().filter { $0.state == .complete && $0.file.size == Int(status.st_size) }
        guard !alike.isEmpty else { return false }
        var hash = SHA256()
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure(SystemError(errno, "read", path), "\(path) cannot be read") }
            if count == 0 { break }
            hash.update(count == chunk.count ? chunk : Array(chunk[..<count]))
        }
        let digest = hash.digest()
        return alike.contains { $0.file.sha256 == digest }
    }
}
