import CWslay

/// What wslay calls of a socket, on the loop's thread.
enum WebSocketCallbacks {
    /// All of them; the context is the ``WebSocket``.
    static var all: wslay_event_callbacks {
        var callbacks = wslay_event_callbacks()
        callbacks.recv_callback = receiveBytes
        callbacks.send_callback = sendBytes
        callbacks.on_frame_recv_start_callback = beginFrame
        callbacks.on_msg_recv_callback = receiveMessage
        return callbacks
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
