import Store

extension Gateway {
    /// Why rows can now neither be kept nor read, in words that anybody may read; nil when both work. It looks.
    package var storeFault: String? {
        guard store.status.isRecording else { return "the store takes nothing at the moment" }
        if store.loss != nil || store.status.damage != nil { return "a part of the store is damaged or was lost" }
        do { try store.checkReadable() } catch { return "the store cannot be read at the moment" }
        return nil
    }
}
