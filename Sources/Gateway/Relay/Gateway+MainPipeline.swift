import Accounts
import Devices
import Runtime
package import Signals
package import Store

extension Gateway {
    /// The device that represents a person: one on a body before a replay before a synthetic one, one that streams
    /// before one that does not, and of a person's devices the preferred one. Only what the person wears counts, and
    /// for the first owner what nobody is said to wear; on a gateway without accounts everything does.
    /// - Parameter person: whose; nil for the first owner.
    func mainPipeline(of person: Person.ID?) -> DevicePipeline? {
        let owner = accounts.firstOwner.map { Person.ID(rawValue: $0.id) }
        guard let person = person ?? owner else { return pipelines.min { rank($0) < rank($1) } }
        return pipelines.filter { pipeline in
            isSettled(pipeline) && (pipeline.wearer.map { $0 == person } ?? (person == owner))
        }.min { rank($0) < rank($1) }
    }

    /// Whether what a pipeline tells is of the body that is said to wear its device now: not while another was just
    /// named, and what it holds is of the one before.
    func isSettled(_ pipeline: DevicePipeline) -> Bool {
        pipeline.wearer == wearerRegistry.wearer(of: pipeline.device.id, at: configuration.clock.now)?.id
    }

    /// Whether the caller may see what a pipeline publishes.
    package func sees(_ pipeline: DevicePipeline, _ visibility: Visibility) -> Bool {
        isSettled(pipeline) && visibility.sees(pipeline.wearer)
    }

    /// The person whose readings a device gives at present.
    /// - Returns: the person, nil in it for nobody in particular; nil while the wearer is being changed.
    package func wearerHeard(on device: DeviceID) -> Person.ID?? {
        guard let pipeline = pipeline(of: device) else {
            return .some(wearerRegistry.wearer(of: device, at: configuration.clock.now)?.id)
        }
        return isSettled(pipeline) ? .some(pipeline.wearer) : nil
    }

    private func rank(_ pipeline: DevicePipeline) -> Int {
        let status = pipeline.status
        let origins: [DeviceDescription.Origin] = [.worn, .replayed, .synthetic]
        let origin = origins.firstIndex(of: status.device.origin) ?? origins.count
        return (status.link == .streaming ? 0 : 100) + 10 * origin
            + (pipeline.speaksForHeart && pipeline.heart != nil ? 0 : 1)
    }
}
