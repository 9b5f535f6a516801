import CWslay
import Glibc

/// Callbacks of wslay, on the loop's thread.
extension WebSocket {
    /// Starts the session; on the loop's thread.
    func open() {
        var callbacks = wslay_event_callbacks()
        callbacks.recv_callback = receiveBytes
        callbacks.send_callback = sendBytes
        callbacks.on_frame_recv_start_callback = beginFrame
        callbacks.on_msg_recv_callback = receiveMessage
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard wslay_event_context_server_init(&wire, &callbacks, context) == 0, let wire else {
            isBroken = true
            return
        }
        wslay_event_config_set_max_recv_msg_length(wire, Self.longest)
        session.opened(self)
    }

    fileprivate func read(into buffer: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        if !early.isEmpty {
            let count = min(room, early.count)
            early.withUnsafeBufferPointer { if let start = $0.baseAddress { memcpy(buffer, start, count) } }
            early.removeFirst(count)
            return count
        }
        var count = recv(descriptor, buffer, room, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, buffer, room, 0) }
        if count > 0 {
            heard = ContinuousClock.now
            return count
        }
        if count == 0 { return fail(WSLAY_ERR_CALLBACK_FAILURE) }
        return fail(errno == EAGAIN || errno == EWOULDBLOCK ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE)
    }

    fileprivate func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, isMore: Bool) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | (isMore ? Int32(MSG_MORE) : 0)
        var sent = Glibc.send(descriptor, bytes, count, flags)
        while sent < 0, errno == EINTR { sent = Glibc.send(descriptor, bytes, count, flags) }
        guard sent < 0 else { return sent }
        return fail(errno == EAGAIN || errno == EWOULDBLOCK ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE)
    }

    private func fail(_ error: wslay_error) -> Int {
        if error == WSLAY_ERR_CALLBACK_FAILURE { isBroken = true }
        if let wire { wslay_event_set_error(wire, Int32(error.rawValue)) }
        return -1
    }

    fileprivate func begin(_ frame: wslay_event_on_frame_recv_start_arg) {
        // A code has two bytes; the library would take one byte for none.
        if frame.opcode == UInt8(WSLAY_CONNECTION_CLOSE.rawValue), frame.payload_length == 1 { isBroken = true }
    }

    fileprivate func deliver(_ argument: UnsafePointer<wslay_event_on_msg_recv_arg>) {
        let message = argument.pointee
        guard message.opcode == UInt8(WSLAY_TEXT_FRAME.rawValue) || message.opcode == UInt8(WSLAY_BINARY_FRAME.rawValue)
        else { return }
        let bytes = message.msg.map { Array(UnsafeBufferPointer(start: $0, count: message.msg_length)) } ?? []
        session.received(bytes, isText: message.opcode == UInt8(WSLAY_TEXT_FRAME.rawValue))
    }
}

// At file scope: a closure could be checked for an actor on the loop's thread.

private func socket(_ context: UnsafeMutableRawPointer?) -> WebSocket? {
    context.map { Unmanaged<WebSocket>.fromOpaque($0).takeUnretainedValue() }
}

private func receiveBytes(
    _ wire: wslay_event_context_ptr?, _ buffer: UnsafeMutablePointer<UInt8>?, _ room: Int, _ flags: Int32,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let buffer else { return -1 }
    return socket(context)?.read(into: buffer, room) ?? -1
}

private func sendBytes(
    _ wire: wslay_event_context_ptr?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ flags: Int32,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes else { return -1 }
    return socket(context)?.write(bytes, count, isMore: flags & Int32(WSLAY_MSG_MORE.rawValue) != 0) ?? -1
}

private func beginFrame(
    _ wire: wslay_event_context_ptr?, _ argument: UnsafePointer<wslay_event_on_frame_recv_start_arg>?,
    _ context: UnsafeMutableRawPointer?
) {
    if let argument { socket(context)?.begin(argument.pointee) }
}

private func receiveMessage(
    _ wire: wslay_event_context_ptr?, _ argument: UnsafePointer<wslay_event_on_msg_recv_arg>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let argument else { return }
    socket(context)?.deliver(argument)
}
