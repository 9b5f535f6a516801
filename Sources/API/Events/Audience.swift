import Accounts
import Devices
import Gateway
import Runtime
package import Store

/// The people who receive an event.
package enum Audience: Sendable {
    /// Everybody who has signed in.
    case everybody
    /// Whoever may see the data of a person, or of nobody in particular.
    case data(Person.ID?)
    /// The owners, and people who may see the data of the device's wearer.
    case device(Person.ID?)
    /// The owners.
    case owners
    /// One person alone.
    case only(Person.ID)
    /// Nobody.
    case nobody

    /// Whether a person receives it.
    func contains(_ person: Person.ID?, _ visibility: Visibility) -> Bool {
        switch self {
        case .everybody: true
        case .data(let other): visibility.sees(other)
        case .device(let other): visibility.isOwner || visibility.sees(other)
        case .owners: visibility.isOwner
        case .only(let other): person == other
        case .nobody: false
        }
    }

    /// The people who receive a live event.
    init(_ event: LiveEvent, _ gateway: Gateway) {
        let now = gateway.configuration.clock.now
        switch event {
        case .heart(let device, _), .relabelled(let device, _), .load(let device, _), .motion(let device, _),
            .loss(let device, _):
            // While the wearer is being changed, what comes is still of the one before.
            self = gateway.wearerHeard(on: device).map { .data($0) } ?? .nobody
        case .withdrawn(_, _, let person): self = .data(person)
        case .device(let status): self = .device(gateway.wearerRegistry.wearer(of: status.device.id, at: now)?.id)
        case .found(let entry): self = entry.wearer.map { .device($0.id) } ?? .owners
        case .importing(let status): self = .data(status.person)
        case .recording(let recording): self = .data(recording.person)
        case .alert(let alert):
            let device = alert.kind == .recorderContested ? nil : alert.device
            self = device.map { .device(gateway.wearerRegistry.wearer(of: $0, at: alert.time)?.id) } ?? .owners
        case .assessed(let assessment), .loadStateChanged(let assessment):
            self = .data(assessment.person == 0 ? nil : Person.ID(rawValue: assessment.person))
        case .breathing(let exercise):
            self = .data(exercise.person == 0 ? nil : Person.ID(rawValue: exercise.person))
        case .nights(_, let person), .insightCreated(_, let person): self = .data(person)
        // What somebody sends is theirs alone; where nobody signs in, it is nobody's in particular.
        case .analysisUpdated(_, let column): self = column == 0 ? .data(nil) : .only(Person.ID(rawValue: column))
        case .forgotten, .recorder, .obstacle, .wearersChanged: self = .owners
        }
    }
}

extension Audience {
    /// Whether it is those who may see the data of a person, or of nobody in particular.
    func concerns(_ person: Person.ID?) -> Bool {
        switch self {
        case .data(let other), .device(let other): person == other
        case .only(let other): person == other
        case .everybody, .owners, .nobody: false
        }
    }
}
