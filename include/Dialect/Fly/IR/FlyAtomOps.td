//===- FlyAtomOps.td - Matrix atoms and the state of atoms -*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYATOMOPS
#define DIALECT_FLY_IR_FLYATOMOPS

include "Dialect/Fly/IR/FlyAtomTypes.td"
include "Dialect/Fly/IR/FlyMemoryOps.td"

def Fly_Atom : AnyTypeOf<[Fly_CopyAtom, Fly_MmaAtom], "a copy or MMA atom">;

def Fly_MakeMmaAtomOp : Fly_Op<"make_mma_atom", [Pure]> {
  let summary = "Makes an MMA atom";
  let description = [{
    The state of the atom, if it has any, is the default one.

    ```mlir
    %0 = fly.make_mma_atom : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
    ```
  }];
  let results = (outs Fly_MmaAtom:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

def Fly_AtomSetValueOp
    : Fly_Op<"atom.set_value", [Pure, AllTypesMatch<["atom", "result"]>]> {
  let summary = "Sets a field of an atom's state";
  let description = [{
    Which fields there are, and of which types, is said by the kind of the atom.
    A scale of an MMA atom may be any value of 32 bits.

    ```mlir
    %0 = fly.atom.set_value(%atom, "soffset", %v)
      : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
    ```
  }];
  let arguments = (ins Fly_Atom:$atom, StrAttr:$field, AnyType:$value);
  let results = (outs Fly_Atom:$result);
  let assemblyFormat = [{
    `` `(` $atom `,` $field `,` $value `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Which of the atom's state fields is set.
    int64_t getFieldIndex();
  }];
}

def Fly_MmaAtomCallOp : Fly_Op<"mma_atom_call"> {
  let summary = "D = A * B + C with what one atom multiplies";
  let description = [{
    Each tensor has the elements that one thread holds of the operand,
    contiguously.

    ```mlir
    fly.mma_atom_call(%atom, %d, %a, %b, %c)
      : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
    ```
  }];
  let arguments = (ins Fly_MmaAtom:$atom, Arg<Fly_MemRef, "", [MemWrite]>:$d,
                       Arg<Fly_MemRef, "", [MemRead]>:$a,
                       Arg<Fly_MemRef, "", [MemRead]>:$b,
                       Arg<Fly_MemRef, "", [MemRead]>:$c);
  let hasVerifier = 1;
}

def Fly_MmaAtomCallSSAOp
    : Fly_Op<"mma_atom_call_ssa",
             [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "D = A * B + C with register operands as values";
  let description = [{
    Values are one element, or a vector of the elements that one thread holds;
    elements of less than 16 bits may be integers of the width instead. `d` is
    the memory that takes the result; without it the op has a result.

    ```mlir
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c)
      : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, f32, f32, f32) -> f32
    ```
  }];
  let arguments = (ins Fly_MmaAtom:$atom, Optional<Fly_MemRef>:$d, AnyType:$a,
                       AnyType:$b, AnyType:$c);
  let results = (outs Optional<AnyType>:$result);
  let hasVerifier = 1;
}

#endif // DIALECT_FLY_IR_FLYATOMOPS
