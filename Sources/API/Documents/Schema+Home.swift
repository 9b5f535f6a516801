import Documents
import Runtime

extension Schema {
    /// UTC seconds of a request between 1970 and 2200.
    static var requestSeconds: Schema { Schema.number(0...7_258_118_399).nullable.optional }

    /// Who: a number, a name, or null for nobody.
    static var wearerChoice: Schema { .one(of: .rowNumber, .words(1...80), Schema(["type": "null"])) }

    static var wearer: Schema { .named("Wearer", .object(["id": .integer, "name": .string])) }
}
