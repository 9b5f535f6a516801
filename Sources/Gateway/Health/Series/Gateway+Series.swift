import Devices
package import Signals
import Store

extension Gateway {
    /// A person's samples of all that there is.
    /// - Parameters:
    ///   - subject: whose.
    ///   - zone: whose days; nil for the gateway's.
    ///   - isKept: whether only what is on the disk counts, and not what a device measures just now.
    /// - Throws: `Failure` when the store cannot be read.
    package func series(of subject: HealthSubject, zone: Zone? = nil, isKept: Bool = false) throws -> HealthSeries {
        let known = try store.devices().filter { !$0.isPreview }
        // What a wearer is only made up for counts where there is nobody else, as in a demonstration.
        let real = known.filter { !$0.isSynthetic }
        let (wearers, visibility, store) = (wearerRegistry, subject.visibility, store)
        var devices = DeviceSamples(
            store: store, devices: real.isEmpty ? known : real,
            worn: { wearers.stretches(of: $0, in: $1, visibility) },
            nights: { [weak self] in try self?.preferred(from: $0, to: $1, visibility) ?? [] },
            zone: zone ?? configuration.zone)
        if !isKept {
            let pipelines = Dictionary(pipelines.map { ($0.device.id, $0) }) { first, _ in first }
            devices.live = { pipelines[$0]?.minutes ?? [] }
        }
        return HealthSeries(store, of: subject.column, zone: zone ?? configuration.zone, devices: devices)
    }
}
