import Bluetooth
import Documents

extension JSONText {
    /// What a device offers, as the field `services`: each with its handles and its characteristics, to which `more` adds.
    mutating func services(
        of database: GATTDatabase, _ more: (GATTCharacteristic, inout JSONText) -> Void
    ) {
        array("services") { json in
            for service in database.services {
                json.object { json in
                    json.field("uuid", service.uuid.description)
                    json.field("first", Int(service.handles.lowerBound))
                    json.field("last", Int(service.handles.upperBound))
                    json.array("characteristics") { json in
                        for characteristic in service.characteristics {
                            json.object { json in
                                json.field("uuid", characteristic.uuid.description)
                                json.field("handle", Int(characteristic.value))
                                more(characteristic, &json)
                            }
                        }
                    }
                }
            }
        }
    }
}
