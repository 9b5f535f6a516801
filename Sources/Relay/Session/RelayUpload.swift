import Glibc
import Synchronization

/// A file that is being read for the hub.
final class RelayUpload {
    static let chunk = 128 << 10
    /// Bytes that may be sent before the hub confirms any.
    static let ahead: Int64 = 1 << 20

    let size: Int64
    private let descriptor: Int32
    private(set) var offset: Int64 = 0

    /// Opens a plain file; nil when it cannot be read.
    init?(path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// The next bytes; empty at the end of the file, nil when they cannot be read.
    func next() -> [UInt8]? {
        let count = Int(min(Int64(Self.chunk), size - offset))
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, off_t(offset))
        guard got > 0 else { return nil }
        offset += Int64(got)
        return Array(bytes[..<got])
    }
}

extension RelaySessionLoop {
    /// Opens a file and announces it.
    func upload(_ id: String) {
        guard let transfer = storage.state.withLock({ $0.files[id] }) else { return }
        guard let upload = RelayUpload(path: transfer.file.path) else { return fail(id, .fileAccessDenied) }
        uploads[id] = upload
        link?.queue(
            .file(
                id: id, name: transfer.file.name, size: upload.size,
                metadata: (transfer.file.metadata ?? [:]).jsonText))
    }

    /// The hub confirmed `bytes` of a file: sends more.
    func proceed(_ id: String, _ bytes: Int64) {
        guard let upload = uploads[id] else { return }
        let share = upload.size > 0 ? Double(bytes) / Double(upload.size) : 1
        storage.state.withLock { $0.files[id] }?.progress.set(share)
        guard bytes <= upload.offset else {  // it had the file already
            uploads[id] = nil
            return
        }
        while upload.offset - bytes < RelayUpload.ahead {
            let offset = upload.offset
            guard let chunk = upload.next() else {
                link?.queue(.cancel(id: id))
                return fail(id, .fileAccessDenied)
            }
            guard !chunk.isEmpty else { break }
            link?.queue(.chunk(id: id, offset: offset, bytes: chunk))
        }
        guard bytes == upload.size else { return }
        link?.queue(.fileEnd(id: id))
        uploads[id] = nil
    }

    private func fail(_ id: String, _ code: RelayError.Code) {
        uploads[id] = nil
        let record = RelayTransferRecord(id: id, isFile: true, size: 0, created: 0, payload: [])
        storage.change { machine in
            // What the hub says of it from now on, such as that it was cancelled, is no second end.
            guard machine.ends(id) else { return [] }
            machine.unstored.removeAll { $0.id == id }
            machine.unconfirmed.remove(id)
            return [.notify(.ended(record, RelayError(code)))]
        }
    }
}
