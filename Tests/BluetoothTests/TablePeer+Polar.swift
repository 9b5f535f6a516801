import Foundation
import TestKit

@testable import Bluetooth

extension TablePeer {
    private struct Session: Decodable {
        var primary_services: [[Transcript.Field]]
        var attributes: [[Transcript.Field]]
    }

    /// A peer with the attribute table of a real H10, and the database that must come of it. The capture does not tell
    /// properties; all are made readable and notifying.
    static func polar() throws -> (peer: TablePeer, database: GATTDatabase) {
        let data = try TestData.bytes("ble/polar_h10_gatttool_session_real.json")
        let session = try JSONDecoder().decode(Session.self, from: Data(data))
        var services: [GATTService] = session.primary_services.compactMap { fields in
            BluetoothUUID(fields[2].text).map { GATTService(uuid: $0, handles: fields[0].handle...fields[1].handle) }
        }
        let attributes = session.attributes.map { (handle: $0[0].handle, type: BluetoothUUID($0[1].text)) }
        for place in services.indices {
            let inside = attributes.filter { services[place].handles.contains($0.handle) }
            for (index, attribute) in inside.enumerated() {
                guard let type = attribute.type, type != .primaryService else { continue }
                if type == .characteristic, index + 1 < inside.count, let uuid = inside[index + 1].type {
                    services[place].characteristics.append(
                        GATTCharacteristic(
                            uuid: uuid, declaration: attribute.handle, value: inside[index + 1].handle,
                            properties: [.read, .notify]))
                } else if let last = services[place].characteristics.indices.last,
                    services[place].characteristics[last].value != attribute.handle
                {
                    services[place].characteristics[last].descriptors.append(
                        GATTDescriptor(uuid: type, handle: attribute.handle))
                }
            }
        }
        let database = GATTDatabase(services: services)
        var peer = TablePeer(database)
        peer.receives = 232
        return (peer, database)
    }
}
