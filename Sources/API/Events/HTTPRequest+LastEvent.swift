extension HTTPRequest {
    /// The id of the last event that a client saw: of its field, or of the argument `last_event_id` where a client can set
    /// no fields, as with a WebSocket; nil for a client that comes for the first time.
    var lastEvent: String? {
        guard let id = headers["Last-Event-ID"] ?? query["last_event_id"], !id.isEmpty else { return nil }
        return String(id.prefix(64))
    }
}
