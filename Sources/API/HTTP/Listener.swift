import Accounts
import CMicroHTTPD
import Glibc
import Signals
import Synchronization

/// One listening socket with its server thread.
final class Listener: @unchecked Sendable {  // `daemon` is set once and ended once, under `isRunning`.
    private let daemon: OpaquePointer
    private let service: Service
    private let path: String?
    private let isRunning = Mutex(true)

    /// Takes over a listening descriptor and starts to serve.
    /// - Throws: `Failure` when the library cannot start its thread.
    init(_ descriptor: Int32, _ service: Service, name: String, path: String? = nil) throws {
        let context = Unmanaged.passUnretained(service).toOpaque()
        let limit = service.configuration.connectionLimit
        // The TLS library keeps what it needs of both texts.
        let started = nj_mhd_start(
            descriptor, serveRequest, endRequest, noteConnection, context, 16384, limit, 0,
            service.configuration.timeout,
            service.certificate?.certificate, service.certificate?.key)
        guard let started else {
            close(descriptor)
            throw Failure(
                .failed, "The web server cannot start on \(name); the system may be out of threads or descriptors.")
        }
        daemon = started
        self.service = service
        self.path = path
    }

    /// Ends the thread and closes all of its connections; the file of a unix socket goes too.
    func stop() {
        isRunning.withLock { isRunning in
            guard isRunning else { return }
            isRunning = false
            if let path { unlink(path) }
            // The library aborts when it is stopped with connections set aside, so none may be any more.
            service.stop()
            MHD_stop_daemon(daemon)
        }
    }
}
