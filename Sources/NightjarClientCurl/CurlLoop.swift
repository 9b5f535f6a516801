import CCurl
import Glibc
import NightjarClient
import Synchronization

/// The thread on which all transfers of a transport run.
final class CurlLoop: Sendable {
    private enum Command {
        case add(CurlTransfer)
        case resume(CurlTransfer)
        case cancel(CurlTransfer)
    }

    /// `@unchecked Sendable`: all threads may wake it; everything else only the loop's own thread does.
    private struct Multi: @unchecked Sendable { var handle: UnsafeMutableRawPointer }

    private struct State {
        var commands: [Command] = []
        var multi: Multi?
        var isStopped = false
    }

    private static let isLoaded = nj_curl_global_init() == CURLE_OK
    /// At this the thread looks whether anything is to be done without having been woken.
    private static let tick: Int32 = 60_000

    private let state = Mutex(State())

    /// Begins a transfer.
    /// - Throws: `TransportError` when libcurl or a thread cannot be had.
    func add(_ transfer: CurlTransfer) throws {
        guard Self.isLoaded else {
            throw TransportError(.unavailable, "libcurl cannot be loaded; install the package libcurl4.")
        }
        let isNew = try state.withLock { state in
            state.commands.append(.add(transfer))
            guard state.multi == nil else { return false }
            guard let handle = nj_curl_multi_init() else {
                throw TransportError(.unavailable, "libcurl has no memory for a connection.")
            }
            state.multi = Multi(handle: handle)
            return true
        }
        if isNew { try start() } else { wake() }
    }

    /// Lets a transfer go on that waited for its reader.
    func resume(_ transfer: CurlTransfer) { tell(.resume(transfer)) }

    /// Cancels a transfer.
    func cancel(_ transfer: CurlTransfer) { tell(.cancel(transfer)) }

    /// Ends the thread as soon as no transfer is left.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    private func tell(_ command: Command) {
        state.withLock { if $0.multi != nil { $0.commands.append(command) } }
        wake()
    }

    /// Under the lock: the thread takes the handle away before it frees it.
    private func wake() {
        state.withLock { state in
            if let multi = state.multi { nj_curl_multi_wakeup(multi.handle) }
        }
    }

    private func start() throws {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runCurlLoop, context.toOpaque()) == 0 else {
            context.release()
            state.withLock { state in
                if let multi = state.multi { nj_curl_multi_cleanup(multi.handle) }
                state = State()
            }
            throw TransportError(.unavailable, "There is no thread to be had for a connection.")
        }
        pthread_detach(thread)
    }

    fileprivate func run() {
        guard let multi = state.withLock({ $0.multi?.handle }) else { return }
        var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        while let commands = take(isIdle: running.isEmpty) {
            for command in commands { perform(command, multi, &running) }
            nj_curl_multi_perform(multi)
            var code = CURLE_OK
            while let handle = nj_curl_multi_ended(multi, &code) {
                nj_curl_multi_remove(multi, handle)
                running.removeValue(forKey: handle)?.end(code)
            }
            nj_curl_multi_poll(multi, Self.tick)
        }
    }

    /// The commands that came; nil when the thread is to end, and the handle is then freed.
    private func take(isIdle: Bool) -> [Command]? {
        state.withLock { state in
            defer { state.commands = [] }
            guard state.isStopped, isIdle, state.commands.isEmpty else { return state.commands }
            if let multi = state.multi { nj_curl_multi_cleanup(multi.handle) }
            state.multi = nil
            return nil
        }
    }

    private func perform(
        _ command: Command, _ multi: UnsafeMutableRawPointer,
        _ running: inout [UnsafeMutableRawPointer: CurlTransfer]
    ) {
        switch command {
        case .add(let transfer):
            guard let handle = transfer.open() else { return transfer.channel.end(.failure(.noMemory)) }
            guard nj_curl_multi_add(multi, handle) == CURLM_OK else { return transfer.end(CURLE_FAILED_INIT) }
            running[handle] = transfer
        case .resume(let transfer):
            if let handle = transfer.handle, running[handle] != nil { nj_curl_resume(handle) }
        case .cancel(let transfer):
            guard let handle = transfer.handle, running.removeValue(forKey: handle) != nil else { return }
            nj_curl_multi_remove(multi, handle)
            transfer.close()
        }
    }
}

/// The thread's body; a function of the file because C calls it.
private func runCurlLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
