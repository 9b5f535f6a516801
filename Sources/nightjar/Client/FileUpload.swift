import FoundationEssentials
import Glibc
import NightjarClient
import Runtime
import Signals

/// A file that is uploaded to the gateway.
final class FileUpload: Sendable {
    /// The size in bytes.
    let size: Int
    private let path: String
    private let descriptor: Int32

    /// Opens the file at `path`.
    /// - Throws: `Failure` when it cannot be opened.
    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = SystemError(errno, "open", path)
            throw Failure(error, "\(path) cannot be opened", as: error.number == EACCES ? .notPermitted : .notFound)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = Glibc.close(descriptor)
            throw Failure(.usage, "\(path) is not a file.")
        }
        size = Int(status.st_size)
    }

    deinit { _ = Glibc.close(descriptor) }

    /// The file as what a request carries; it can be read by one request at a time.
    var body: TransportBody {
        .stream(size: size) {
            lseek(self.descriptor, 0, SEEK_SET)
            return self.read
        }
    }

    @Sendable
    private func read(count: Int) throws -> Data {
        var data = Data(count: count)
        let read = data.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard read >= 0 else {
            throw Failure(SystemError(errno, "read", path), "\(path) cannot be read")
        }
        return data.prefix(read)
    }
}
