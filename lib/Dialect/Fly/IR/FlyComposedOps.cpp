//===- FlyComposedOps.cpp - Ops on composed layouts -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"

using namespace mlir;
using namespace mlir::fly;

Datum MakeComposedLayoutOp::evaluateOn(Algebra &, ArrayRef<Datum> data,
                                       Adaptor) {
  ComposedLayout result = data[2].getFullLayout();
  result.stages.insert(result.stages.begin(),
                       Stage{data[0].getMap(), data[1].tuple});
  return Datum::of(std::move(result));
}

Datum ComposedGetInnerOp::evaluateOn(Algebra &, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(data[0].stages.front().inner);
}

Datum ComposedGetOffsetOp::evaluateOn(Algebra &, ArrayRef<Datum> data,
                                      Adaptor) {
  return Datum::of(data[0].stages.front().offset);
}

Datum ComposedGetOuterOp::evaluateOn(Algebra &, ArrayRef<Datum> data, Adaptor) {
  ComposedLayout outer = data[0].getFullLayout();
  outer.stages.erase(outer.stages.begin());
  return Datum::of(std::move(outer));
}

OpFoldResult ComposedGetInnerOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeComposedLayoutOp>(*this, getLayout(), 0);
}

OpFoldResult ComposedGetOffsetOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeComposedLayoutOp>(*this, getLayout(), 1);
}

OpFoldResult ComposedGetOuterOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeComposedLayoutOp>(*this, getLayout(), 2);
}

Datum DecompositionOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                  Adaptor) {
  return data[0].decompose(algebra, /*mustProve=*/false);
}

OpFoldResult DecompositionOp::fold(FoldAdaptor) {
  // A plain layout stays as it is.
  if (getSource().getType() == getResult().getType())
    return getSource();
  return {};
}
