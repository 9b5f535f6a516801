import Documents
import Gateway
import Runtime
import Signals
import Store

/// Whether the gateway works.
enum StatusRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.health) { _, request in
            var document = GatewayHealthDocument()
            // Somebody elsewhere learns that it answers, and nothing of the box.
            guard request.isKnown else { return document }
            let tell = { request.isFromUnixSocket ? $0 : Failure.withoutFolders($0) }
            let trouble = gateway.storeTrouble ?? gateway.storeFault
            document.status = trouble == nil ? .ok : .degraded
            (document.version, document.uptime) = (Version.current, gateway.uptime)
            document.zone = gateway.configuration.zone.name
            var store = GatewayHealthDocument.Store(gateway.store.status)
            store.ephemeral = gateway.store.medium.isEphemeral ? true : nil
            store.demo = gateway.isDemo ? true : nil
            store.state = trouble == nil ? .ok : .degraded
            store.reason = trouble.map(tell)
            store.notices = gateway.notices.map(tell)
            document.store = store
            return document
        }
        router.on(.madeUp) { _, _ in MadeUpDocument(try gateway.store.madeUp()) }
        router.on(.removeMadeUp) { _, _ in MadeUpDocument(try gateway.removeMadeUp()) }
    }
}

extension GatewayHealthDocument.Store {
    fileprivate init(_ status: StoreStatus) {
        self.init()
        (checked, since) = (status.checked, status.since)
        (pendingBytes, droppedSamples) = (status.pendingBytes, status.droppedSamples)
    }
}

extension MadeUpDocument {
    fileprivate init(_ content: MadeUpContent) {
        self.init()
        (isDemo, wearers, nights) = (content.isDemo, content.devices.count, content.nights.count)
    }
}
