import Documents
import Gateway
import Signals
import Store

extension ConsentsDocument {
    /// What a person allows; nil for whoever uses a box without people.
    init(of person: Person.ID?, _ gateway: Gateway) {
        let refusals = gateway.wearerRegistry.refusals(of: person)
        let refused = gateway.wearerRegistry.refused(by: person)
        let worn = gateway.devices.entries.filter { entry in
            entry.device != nil && gateway.wearerRegistry.decides(person, for: entry.wearer?.id)
        }
        let present = Set(worn.flatMap { $0.streams.map(\.channel) })
        let channels = present.union(refusals.map(\.channel)).sorted { $0.rawValue < $1.rawValue }
        self.init()
        streams = channels.map { channel in
            let refusal = refused[channel]
            var stream = Stream()
            (stream.stream, stream.isAllowed) = (channel.rawValue, refusal == nil)
            stream.since = refusal?.made ?? refusals.last { $0.channel == channel }?.withdrawn
            stream.refusedWith = refusal.flatMap { $0.channel == channel ? nil : $0.channel.rawValue }
            stream.isWorn = present.contains(channel)
            return stream
        }
        devices = worn.map { Device($0) }
        history = refusals.map { refusal in
            var entry = Refusal()
            (entry.stream, entry.refused, entry.allowed) = (refusal.channel.rawValue, refusal.made, refusal.withdrawn)
            return entry
        }
    }
}

extension ConsentsDocument.Device {
    /// A device that is worn, and what it is allowed to send.
    fileprivate init(_ entry: DeviceEntry) {
        self.init()
        (id, name) = (entry.id, entry.name)
        streams = entry.streams.map { stream in
            var document = Stream()
            (document.stream, document.isAllowed, document.rate) = (
                stream.channel.rawValue, stream.isAllowed, stream.rate
            )
            return document
        }
    }
}
