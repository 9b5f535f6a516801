import Glibc
import Signals

/// A file on its way to the gateway.
final class FileUpload {
    /// Bytes in the file.
    let size: Int
    private let descriptor: Int32

    /// Opens the file at `path`.
    /// - Throws: `Failure` when it cannot be opened.
    init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code: Failure.Code = errno == EACCES ? .notPermitted : .notFound
            throw Failure(code, "\(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = Glibc.close(descriptor)
            throw Failure(.usage, "\(path) is not a file.")
        }
        size = Int(status.st_size)
    }

    deinit { _ = Glibc.close(descriptor) }

    func read(into buffer: UnsafeMutableRawPointer, count: Int) -> Int { Glibc.read(descriptor, buffer, count) }
}

/// What libcurl's callbacks work on during one transfer.
final class CurlExchange {
    let receive: (UnsafeRawBufferPointer) -> Bool
    let upload: FileUpload?
    var isStopped = false
    /// What ended an upload before its time.
    var uploadError: (any Error)?

    init(receive: @escaping (UnsafeRawBufferPointer) -> Bool, upload: FileUpload?) {
        self.receive = receive
        self.upload = upload
    }
}

func curlWrite(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?) -> Int {
    guard let context else { return 0 }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    if exchange.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) { return size * count }
    exchange.isStopped = true
    return 0
}

func curlRead(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?) -> Int {
    let abort = 0x1000_0000  // CURL_READFUNC_ABORT
    guard let context, let bytes else { return abort }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    if Task.isCancelled {
        exchange.uploadError = CancellationError()
        return abort
    }
    let read = exchange.upload?.read(into: bytes, count: size * count) ?? 0
    guard read < 0 else { return read }
    exchange.uploadError = Failure(.failed, "The file cannot be read: \(String(cString: strerror(errno))).")
    return abort
}
